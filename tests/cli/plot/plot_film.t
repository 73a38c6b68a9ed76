dalembert plot -o motion.gif or motion.mp4: what the model draws, as a film.

$ cat >swing.mech <<'END'
> parameter l = 1, g = 9.81
> coordinate theta
> point P mass 1 at l*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> initial theta = 1
> simulate to 4
> draw line O P
> draw path P
> draw arrow P along vel(P)/5
> END

# 4 seconds of 25 pictures; the same bytes each time
$ dalembert plot swing.mech -o swing.gif
$ head -c 6 swing.gif; echo; tail -c 1 swing.gif; echo
GIF89a
;
$ ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,height -of csv=p=0 swing.gif
640,480,100
$ dalembert plot swing.mech -o again.gif; cmp swing.gif again.gif
$ dalembert simulate swing.mech -o run.csv -q; dalembert plot swing.mech --run run.csv -o saved.gif; head -c 6 saved.gif; echo
GIF89a

# MP4 by ffmpeg
$ dalembert plot swing.mech -o swing.mp4
$ ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,height -of csv=p=0 swing.mp4
640,480,100

# a motion within rounding of a place, and one far away: the grid has a few lines
$ printf 'coordinate x\npoint P mass 1 at [1 + x, 1]\npotential = x^2/2\ninitial x = 1e-15\nsimulate to 1/4\ndraw path P\n' >tiny.mech
$ printf 'coordinate x, y\npoint P mass 1 at [x, y]\ninitial x = 1e20\nsimulate to 1/4\ndraw path P\n' >far.mech
$ for model in tiny far; do timeout 60 dalembert plot $model.mech -o $model.gif; head -c 6 $model.gif; echo; done
GIF89a
GIF89a

# mistakes: nothing is written
$ DALEMBERT_FFMPEG=no-such-program dalembert plot swing.mech -o none.mp4
error: cannot make an MP4 film: ffmpeg was not found [N0850]
help: install ffmpeg, or write a .gif, which needs nothing
[3]
$ DALEMBERT_FFMPEG=false dalembert plot swing.mech -o none.mp4
error: ffmpeg could not make the film: it gave nothing [N0851]
[3]
$ dalembert plot swing.mech -o none.gif --show theta
dalembert: --show is for figures; a film shows what the model draws
[2]
$ dalembert plot run.csv -o none.gif
dalembert: a film needs the model of the run: dalembert plot MODEL --run run.csv
[2]
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\ninitial x = 1\nsimulate to 1\n' "'" >bare.mech; dalembert plot bare.mech -o none.gif
error: the model has no points or bodies to show [N0774]
[2]
$ dalembert plot swing.mech -o no/such/folder.gif
error: cannot write no/such/folder.gif: No such file or directory [N0621]
[2]
$ ls none*
ls: cannot access 'none*': No such file or directory
[2]
