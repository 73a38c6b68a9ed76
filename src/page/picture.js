// page/picture.js: a moment of a motion, drawn on a canvas.
//
// A motion comes as JSON (animation.c): for each coordinate of a point one number per frame, or one
// number for all frames. Frames are evenly spaced in time; between them positions are linear. Everything
// is drawn by projecting points of space to [x, y, k, depth]: pixels, magnification by nearness, and the
// sorting key. A planar motion is seen straight from above, so the same code draws both.

const picture = (() => {
  'use strict';

  const EYE = 5;         // distance of the eye, in radii of the scene
  const YAW = -0.6;      // the first direction of view
  const PITCH = 0.35;
  const CHUNKS = 60;     // pieces of a trail, each with its own width and strength
  const AROUND = 3.5;    // the size of the view in sizes of what is followed
  const SAMPLES = 400;   // frames examined to find the size of everything
  const FLASH = 0.7;     // seconds of playing for which an event is shown

  const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
  const mix = (a, b, s) => a + (b - a) * s;

  // Returns the least of 1, 2 or 5 times a power of ten that is not below x.
  function nice(x) {
    const power = 10 ** Math.floor(Math.log10(x)), leading = x / power;
    return power * (leading <= 1 ? 1 : leading <= 2 ? 2 : leading <= 5 ? 5 : 10);
  }

  // a number with three digits
  const short = x => String(+x.toPrecision(3)).replace('-', '−');

  // --- the motion --------------------------------------------------------------------------------

  function unpack(data) {
    const n = data.frames;
    const track = v => Array.isArray(v) ? Float64Array.from(v, x => x === null ? NaN : x)
                                        : new Float64Array(n).fill(v === null ? NaN : v);
    const tracks = (thing, keys) => keys.map(key => track(thing[key]));
    const points = data.points.map(p => ({
      name: p.name, mass: p.mass || 0, body: Boolean(p.body), bare: Boolean(p.bare),
      fixed: !['x', 'y', 'z'].some(key => Array.isArray(p[key])),
      at: tracks(p, ['x', 'y', 'z']),
      axes: p.xx === undefined ? null : tracks(p, ['xx', 'xy', 'xz', 'yx', 'yy', 'yz']),
    }));
    let colour = 0;
    for (const p of points) p.colour = p.fixed ? 0 : 1 + colour++ % 6;
    const circles = data.circles.map(c => ({point: c.point, radius: track(c.radius)}));
    const vectors = list => (list ?? []).map(v => ({point: v.point, vector: tracks(v, ['x', 'y', 'z'])}));
    const radii = data.lines.map(line => line[2] === 'cylinder' ? track(line[3].radius) : null);
    const step = n > 1 ? Math.abs(data.to - data.from) / (n - 1) : 1;
    return {...data, n, points, circles, radii, boxes: vectors(data.boxes), arrows: vectors(data.arrows), step,
            events: data.events ?? [],
            heaviest: Math.max(...points.map(p => p.mass), 0)};
  }

  // Returns the value of a track between two frames.
  function value(track, f) {
    const i = Math.min(Math.floor(f), track.length - 1), s = f - i;
    return s > 0 ? mix(track[i], track[i + 1], s) : track[i];
  }

  const place = (p, f) => p.at.map(track => value(track, f));

  // Returns the unit vectors of a body's frame, or of the fixed one.
  function axes(p, f) {
    if (p.axes === null) return [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    const [a, b, c, d, e, g] = p.axes.map(track => value(track, f));
    return [[a, b, c], [d, e, g], [b * g - c * e, c * d - a * g, a * e - b * d]];
  }

  const vectorOf = (thing, f) => thing.vector.map(track => value(track, f));

  // Returns the corners of a box around a point, along the axes of its frame.
  function corners(motion, box, f) {
    const p = motion.points[box.point], at = place(p, f), e = axes(p, f), size = vectorOf(box, f);
    return Array.from({length: 8}, (_, i) => at.map((x, j) =>
      [0, 1, 2].reduce((sum, k) => sum + ((i >> k & 1) - 0.5) * size[k] * e[k][j], x)));
  }

  // Returns the middle of everything that moves.
  function middle(motion, f) {
    const sum = [0, 0, 0];
    let n = 0;
    for (const p of motion.points) {
      const at = place(p, f);
      if (p.fixed || !at.every(isFinite)) continue;
      at.forEach((x, i) => { sum[i] += x; });
      n++;
    }
    return sum.map(x => x / Math.max(n, 1));
  }

  // --- the view ----------------------------------------------------------------------------------

  // Returns which of the three axes points up, with its sign: away from gravity, or else z.
  function upwards(gravity) {
    let up = 2;
    for (const i of [0, 1]) if (Math.abs(gravity[i]) > Math.abs(gravity[up]) + 1e-9) up = i;
    return {axis: up, sign: gravity[up] > 0 ? -1 : 1};
  }

  // Returns coordinates with the third one upwards, right-handed as before.
  function upright(view, v) {
    const k = view.up.axis, [a, b, c] = [v[(k + 1) % 3], v[(k + 2) % 3], v[k]];
    return view.up.sign > 0 ? [a, b, c] : [b, a, -c];
  }

  // Returns a direction as it is seen: to the right, upwards, towards the eye.
  function seen(view, v) {
    if (view.planar) return v;
    const [x, y, z] = upright(view, v);
    const [c, s] = [Math.cos(view.yaw), Math.sin(view.yaw)];
    const [cp, sp] = [Math.cos(view.pitch), Math.sin(view.pitch)];
    const right = c * x + s * y, away = c * y - s * x;
    return [right, cp * z + sp * away, sp * z - cp * away];
  }

  function project(view, v) {
    const [x, y, near] = seen(view, v.map((a, i) => a - view.centre[i]));
    const eye = EYE * view.radius, k = view.planar ? 1 : eye / Math.max(eye - near, view.radius);
    const s = view.scale * view.zoom * k, [sx, sy] = view.shift;
    return [view.width / 2 + view.pan[0] + s * (x - sx),
            view.height / 2 + view.pan[1] - s * (y - sy), k, near];
  }

  // Returns the box of everything that is drawn, as `map` sees it. What is followed stands still.
  function extent(motion, follow, map) {
    const low = [Infinity, Infinity, Infinity], high = low.map(x => -x);
    const stride = Math.max(1, Math.floor(motion.n / SAMPLES));
    for (let f = 0; f < motion.n; f += stride) {
      const from = follow ? middle(motion, f) : [0, 0, 0];
      const include = (at, r) => map(at.map((x, i) => x - from[i])).forEach((x, i) => {
        if (!isFinite(x)) return;
        low[i] = Math.min(low[i], x - r);
        high[i] = Math.max(high[i], x + r);
      });
      for (const p of motion.points) if (!follow || !p.fixed) include(place(p, f), 0);
      for (const c of motion.circles)
        if (!follow || !motion.points[c.point].fixed)
          include(place(motion.points[c.point], f), value(c.radius, f));
      for (const box of motion.boxes)
        if (!follow || !motion.points[box.point].fixed) for (const at of corners(motion, box, f)) include(at, 0);
    }
    return low.map((x, i) => isFinite(x) ? [x, high[i]] : [0, 0]);
  }

  const size = box => Math.hypot(...box.map(([a, b]) => b - a));

  // Finds centre and scale so that everything fits into the picture, with a margin for marks and names.
  function fit(view, motion) {
    const boxes = extent(motion, view.follow, v => v);
    view.radius = (view.follow ? AROUND : 1) * size(boxes) / 2 || 1;
    view.middle = boxes.map(([a, b]) => (a + b) / 2);
    const box = extent(motion, view.follow, v => seen(view, v.map((x, i) => x - view.middle[i])));
    const margin = 0.05 * Math.min(view.width, view.height) + 24;
    const room = [view.width, view.height].map(pixels => Math.max(pixels - 2 * margin, 40));
    const fitting = room.map((pixels, i) => pixels / Math.max(box[i][1] - box[i][0], 1e-9));
    // a motion that is small, or only along a line, is not magnified to fill the picture
    const largest = Math.min(...room) / view.radius;
    view.scale = Math.min(...fitting, view.follow ? largest / 1.5 : largest);
    view.shift = box.slice(0, 2).map(([a, b]) => (a + b) / 2);
    findGround(view, motion);
  }

  // Puts the ground under everything; at zero if that is near, since it usually is there.
  function findGround(view, motion) {
    const [low, high] = extent(motion, false, v => upright(view, v))[2];
    view.ground = low > -0.02 * (high - low) && low < view.radius ? 0 : low;
  }

  function look(view, motion, f) {
    view.centre = view.follow ? middle(motion, f).map((x, i) => x + view.middle[i]) : view.middle;
  }

  function resetView(view) {
    Object.assign(view, {yaw: YAW, pitch: PITCH, zoom: 1, pan: [0, 0]});
  }

  function zoomBy(view, factor, [x, y]) {
    const zoom = clamp(view.zoom * factor, 0.2, 40), ratio = zoom / view.zoom;
    const [cx, cy] = [view.width / 2, view.height / 2];
    view.pan = [mix(x - cx, view.pan[0], ratio), mix(y - cy, view.pan[1], ratio)];
    view.zoom = zoom;
  }

  function turnBy(view, dx, dy) {
    view.yaw -= dx;
    view.pitch = clamp(view.pitch + dy, -Math.PI / 2, Math.PI / 2);
  }

  // --- drawing -----------------------------------------------------------------------------------

  // All these functions take a picture: {ctx, view, motion, f, colour, show}.

  // nearer things are thicker; `weight` makes farther ones fainter
  const thickness = (pic, k) => pic.view.planar ? 1 : k * k;
  const weight = (pic, near) =>
    pic.view.planar ? 1 : clamp(0.78 + 0.32 * near / pic.view.radius, 0.45, 1);

  function strokePoints(pic, points, close) {
    const {ctx} = pic;
    let pen = false;
    ctx.beginPath();
    for (const [x, y] of points) {
      const good = isFinite(x) && isFinite(y);
      if (good && pen) ctx.lineTo(x, y);
      if (good && !pen) ctx.moveTo(x, y);
      pen = good;
    }
    if (close) ctx.closePath();
    ctx.stroke();
  }

  function strokeLine(pic, a, b, width, colour) {
    Object.assign(pic.ctx, {lineWidth: width, strokeStyle: colour, lineCap: 'round'});
    strokePoints(pic, [a, b], false);
  }

  function arrow(pic, [x, y], [dx, dy], colour) {
    const {ctx} = pic, length = Math.hypot(dx, dy);
    strokeLine(pic, [x, y], [x + dx, y + dy], 2, colour);
    if (length < 8) return;
    const [ux, uy] = [dx / length * 6, dy / length * 6];
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(x + dx + ux / 2, y + dy + uy / 2);
    ctx.lineTo(x + dx - ux - uy / 1.8, y + dy - uy + ux / 1.8);
    ctx.lineTo(x + dx - ux + uy / 1.8, y + dy - uy - ux / 1.8);
    ctx.fill();
  }

  function dot(pic, [x, y], radius, fill, stroke, width) {
    const {ctx} = pic;
    if (!isFinite(x) || !isFinite(y)) return;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = fill;
    ctx.fill();
    if (!stroke) return;
    Object.assign(ctx, {strokeStyle: stroke, lineWidth: width});
    ctx.stroke();
  }

  // Writes a name with its index as a subscript, beginning or ending at x; its background keeps it readable.
  function word(pic, name, x, y, align, colour) {
    const {ctx} = pic, [, base, index] = /^(.*?)_?((?<=_).*|\d*)$/u.exec(name);
    const fonts = ['13px ', '10px '].map(px => px + pic.show.font);
    const widths = [base, index].map((part, i) => {
      ctx.font = fonts[i];
      return ctx.measureText(part).width;
    });
    const start = x - align * (widths[0] + widths[1]);
    Object.assign(ctx, {textAlign: 'left', textBaseline: 'middle', lineJoin: 'round',
                        lineWidth: 3, strokeStyle: pic.colour('paper'), fillStyle: colour});
    [base, index].forEach((part, i) => {
      ctx.font = fonts[i];
      ctx.strokeText(part, start + i * widths[0], y + 4 * i);
      ctx.fillText(part, start + i * widths[0], y + 4 * i);
    });
  }

  function note(pic, text, x, y, align, baseline) {
    Object.assign(pic.ctx, {font: '11px ' + pic.show.font, textAlign: align, textBaseline: baseline,
                            fillStyle: pic.colour('faint')});
    pic.ctx.fillText(text.replace('-', '−'), x, y);
  }

  // --- grid and ground

  // Calls draw for the integers from a to b. There are a few tens, unless they are too large to be told apart.
  function count(a, b, draw) {
    for (let k = 0; k <= b - a && k < 200; k++) draw(a + k);
  }

  function drawGrid(pic) {
    const {view} = pic, s = view.scale * view.zoom, step = nice(64 / s);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const [x0, y0] = project(view, [0, 0, 0]);
    const ticks = (origin, length, sign, draw) => {
      const [a, b] = [-origin / (s * step), (length - origin) / (s * step)];
      count(Math.ceil(a), b, i => draw(origin + i * step * s, (sign * i * step).toFixed(digits), i === 0));
    };
    const shade = zero => pic.colour(zero ? 'axis' : 'grid');
    ticks(x0, view.width, 1, (x, text, zero) => {
      strokeLine(pic, [x, 0], [x, view.height], 1, shade(zero));
      if (x > 40 && x < view.width - 40) note(pic, text, x, view.height - 4, 'center', 'bottom');
    });
    ticks(y0, view.height, -1, (y, text, zero) => {
      strokeLine(pic, [0, y], [view.width, y], 1, shade(zero));
      if (y > 12 && y < view.height - 30) note(pic, text, 5, y - 2, 'left', 'bottom');
    });
  }

  // Returns to the coordinates of the motion from upright ones.
  function downright(view, [a, b, c]) {
    const k = view.up.axis, v = [];
    [v[(k + 1) % 3], v[(k + 2) % 3], v[k]] = view.up.sign > 0 ? [a, b, c] : [b, a, -c];
    return v;
  }

  function drawGround(pic) {
    const {view} = pic, reach = 1.25 * view.radius, step = nice(reach / 6);
    const [cx, cy] = upright(view, view.centre);
    const range = c => [Math.floor((c - reach) / step), Math.ceil((c + reach) / step)];
    const [[i0, i1], [j0, j1]] = [range(cx), range(cy)];
    const at = (i, j) => project(view, downright(view, [i * step, j * step, view.ground]));
    const shade = zero => pic.colour(zero ? 'axis' : 'grid');
    count(i0, i1, i => strokeLine(pic, at(i, j0), at(i, j1), 1, shade(i === 0)));
    count(j0, j1, j => strokeLine(pic, at(i0, j), at(i1, j), 1, shade(j === 0)));
    note(pic, 'grid ' + short(step), view.width - 8, view.height - 6, 'right', 'bottom');
  }

  // Returns where a point's shadow falls when the light comes from above.
  function shadow(view, v) {
    const [x, y] = upright(view, v);
    return project(view, downright(view, [x, y, view.ground]));
  }

  function drawShadows(pic) {
    const {motion, view, f} = pic, colour = pic.colour('shadow');
    if (view.planar || view.pitch <= 0) return;
    for (const [a, b] of motion.lines)
      strokeLine(pic, shadow(view, place(motion.points[a], f)),
                 shadow(view, place(motion.points[b], f)), 3, colour);
    for (const c of motion.circles) {
      Object.assign(pic.ctx, {strokeStyle: colour, lineWidth: 2});
      strokePoints(pic, rim(pic, c, v => shadow(view, v)), true);
    }
    for (const p of motion.points)
      if (!p.bare) dot(pic, shadow(view, place(p, f)), 4, colour);
  }

  // --- trails

  // Draws the last part of a path in pieces: older ones are fainter, farther ones thinner.
  function drawTrail(pic, p) {
    const {ctx, motion, view, f, show} = pic;
    const whole = show.trail === 'all';
    const length = whole ? f : Math.min(Number(show.trail) * motion.rate / motion.step, f);
    if (!(length > 0) || p.fixed) return;
    const piece = Math.max(1, Math.ceil(length / CHUNKS));
    for (let end = f; end > f - length; end -= piece) {
      const start = Math.max(end - piece, f - length), points = [];
      for (let i = end; i > start; i--) points.push(project(view, place(p, i)));
      points.push(project(view, place(p, start)));
      const [, , k, near] = points[0], age = (f - end) / length;
      ctx.globalAlpha = weight(pic, near) * (whole ? 0.75 : 0.9 * (1 - age) ** 1.2);
      Object.assign(ctx, {lineWidth: 1.8 * thickness(pic, k), lineCap: 'butt', lineJoin: 'round',
                          strokeStyle: pic.colour('mark-' + p.colour)});
      strokePoints(pic, points, false);
    }
    ctx.globalAlpha = 1;
  }

  // --- things, each with its depth

  // Returns points on a circle, in the plane of a body's x and y axes.
  function rim(pic, circle, map) {
    const {motion, f} = pic, p = motion.points[circle.point];
    const at = place(p, f), r = value(circle.radius, f), [ex, ey] = axes(p, f);
    return Array.from({length: 60}, (_, i) => {
      const [c, s] = [r * Math.cos(Math.PI * i / 30), r * Math.sin(Math.PI * i / 30)];
      return map(at.map((x, j) => x + c * ex[j] + s * ey[j]));
    });
  }

  function drawDisk(pic, circle, p) {
    const {ctx, view, f} = pic, points = rim(pic, circle, v => project(view, v));
    const [line, fill] = ['rod', 'fill'].map(pic.colour);
    Object.assign(ctx, {strokeStyle: line, fillStyle: fill, lineWidth: 2});
    strokePoints(pic, points, true);
    ctx.fill();
    // a spoke, so that it is seen to turn
    if (p.axes !== null) strokeLine(pic, project(view, place(p, f)), points[0], 2, line);
  }

  function drawBall(pic, circle, p) {
    const {ctx, view, f} = pic, [x, y, k] = project(view, place(p, f));
    const r = value(circle.radius, f) * view.scale * view.zoom * k;
    if (!(r > 0)) return;
    const shade = ctx.createRadialGradient(x - r / 3, y - r / 3, r / 8, x, y, r);
    shade.addColorStop(0, 'transparent');
    shade.addColorStop(1, pic.colour('fill'));
    dot(pic, [x, y], r, shade, pic.colour('rod'), 1.5);
  }

  // Draws edges, and faces in a light shade, the farther ones first.
  function drawBox(pic, box) {
    const {ctx, view, motion, f} = pic, at = corners(motion, box, f).map(v => project(view, v));
    const faces = [0, 1, 2].flatMap(k => [0, 1].map(side => {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3].map(j => 1 << j), first = side << k;
      return [first, first | a, first | a | b, first | b].map(i => at[i]);
    })).filter(face => !view.planar || face.every((c, i) => i === 0 || Math.hypot(c[0] - face[i - 1][0], c[1] - face[i - 1][1]) > 0));
    const near = face => face.reduce((sum, c) => sum + c[3], 0);
    Object.assign(ctx, {strokeStyle: pic.colour('rod'), fillStyle: pic.colour('fill'), lineWidth: 1.75, lineJoin: 'round'});
    for (const face of faces.sort((a, b) => near(a) - near(b))) {
      strokePoints(pic, face, true);
      ctx.fill();
    }
  }

  // Draws the outline of a cylinder, as wide as it is thick.
  function drawCylinder(pic, from, to, radius) {
    const {ctx, view} = pic, wide = [from, to].map(end => radius * view.scale * view.zoom * end[2]);
    const corner = (part, across) => aside(from, to, part, across);
    Object.assign(ctx, {strokeStyle: pic.colour('rod'), fillStyle: pic.colour('fill'), lineWidth: 1.75, lineJoin: 'round'});
    strokePoints(pic, [corner(0, wide[0]), corner(1, wide[1]), corner(1, -wide[1]), corner(0, -wide[0])], true);
    ctx.fill();
  }

  function drawArrow(pic, thing) {
    const {view, motion, f} = pic, at = place(motion.points[thing.point], f), v = vectorOf(thing, f);
    const from = project(view, at), to = project(view, at.map((x, i) => x + v[i]));
    arrow(pic, from, [to[0] - from[0], to[1] - from[1]], pic.colour('warn'));
  }

  function drawAxes(pic, p) {
    const {view, f} = pic, at = place(p, f), length = 30 / (view.scale * view.zoom);
    const from = project(view, at), names = ['axis-x', 'axis-y', 'axis-z'];
    axes(p, f).slice(0, view.planar ? 2 : 3).forEach((e, i) => {
      const to = project(view, at.map((x, j) => x + length * e[j]));
      arrow(pic, from, [to[0] - from[0], to[1] - from[1]], pic.colour(names[i]));
    });
  }

  // Draws the mark of a centre of mass: a disk in quarters.
  function drawCentre(pic, [x, y], radius, colour, angle) {
    const {ctx} = pic;
    dot(pic, [x, y], radius, pic.colour('paper'), colour, 1.5);
    ctx.fillStyle = colour;
    for (const a of [angle, angle + Math.PI]) {
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.arc(x, y, radius, -a, -a - Math.PI / 2, true);
      ctx.fill();
    }
  }

  function drawMark(pic, p) {
    if (p.bare) return;
    const {view, motion, f} = pic, at = project(view, place(p, f));
    const k = thickness(pic, at[2]), colour = pic.colour('mark-' + p.colour);
    if (p.axes !== null) drawAxes(pic, p);
    if (p.body) {
      const [ex] = axes(p, f);
      drawCentre(pic, at, 6 * k, colour, view.planar ? Math.atan2(ex[1], ex[0]) : 0);
    } else if (p.fixed) {
      dot(pic, at, 4.5, pic.colour('paper'), pic.colour('rod'), 2);
    } else {
      const radius = p.mass > 0 ? 4 + 4 * Math.cbrt(p.mass / motion.heaviest) : 3;
      dot(pic, at, radius * k, colour, pic.colour('paper'), 1.5);
    }
  }

  // --- lines

  function drawRod(pic, from, to, k) {
    strokeLine(pic, from, to, 3.5 * k, pic.colour('rod'));
  }

  // Returns a point between two places: a part of the way along, and this many pixels aside.
  function aside(from, to, part, across) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(dx, dy) || 1;
    return [from[0] + part * dx - across * dy / length, from[1] + part * dy + across * dx / length];
  }

  // The number of coils is fixed: a stretched spring has wider ones.
  function drawSpring(pic, from, to, k) {
    const coils = 8, wide = 6 * k, points = [from, aside(from, to, 0.1, 0)];
    for (let i = 0; i < 2 * coils; i++)
      points.push(aside(from, to, 0.1 + 0.8 * (i + 0.5) / (2 * coils), i % 2 ? -wide : wide));
    points.push(aside(from, to, 0.9, 0), to);
    Object.assign(pic.ctx, {strokeStyle: pic.colour('rod'), lineWidth: 1.75 * k});
    strokePoints(pic, points, false);
  }

  // Draws a cylinder that is open on one side, and the piston in it.
  function drawDamper(pic, from, to, k) {
    const wide = 5 * k, at = (part, across) => aside(from, to, part, across);
    Object.assign(pic.ctx, {strokeStyle: pic.colour('rod'), lineWidth: 1.75 * k});
    strokePoints(pic, [from, at(0.35, 0)], false);
    strokePoints(pic, [at(0.65, wide), at(0.35, wide), at(0.35, -wide), at(0.65, -wide)], false);
    strokePoints(pic, [at(0.52, wide), at(0.52, -wide)], false);
    strokePoints(pic, [at(0.52, 0), to], false);
  }

  function drawThings(pic) {
    const {ctx, motion, view, f} = pic, things = [];
    const near = p => project(view, place(p, f))[3];
    for (const c of motion.circles) {
      const p = motion.points[c.point], flat = view.planar || p.axes !== null;
      things.push([near(p) - 2e-6, () => (flat ? drawDisk : drawBall)(pic, c, p)]);
    }
    for (const box of motion.boxes)
      things.push([near(motion.points[box.point]) - 3e-6, () => drawBox(pic, box)]);
    for (const thing of motion.arrows)
      things.push([near(motion.points[thing.point]) + 1e-6, () => drawArrow(pic, thing)]);
    motion.lines.forEach(([a, b, kind], i) => {
      const [from, to] = [a, b].map(i => project(view, place(motion.points[i], f)));
      const k = thickness(pic, (from[2] + to[2]) / 2);
      const draw = kind === 'spring' ? drawSpring : kind === 'damper' ? drawDamper : drawRod;
      const round = motion.radii[i];
      things.push([(from[3] + to[3]) / 2 - 1e-6,
                   () => round ? drawCylinder(pic, from, to, value(round, f)) : draw(pic, from, to, k)]);
    });
    for (const p of motion.points) things.push([near(p), () => drawMark(pic, p)]);
    things.sort((a, b) => a[0] - b[0]);
    for (const [depth, draw] of things) {
      ctx.globalAlpha = weight(pic, depth);
      draw();
    }
    ctx.globalAlpha = 1;
  }

  // Writes the names, away from the lines that end at a point.
  function drawNames(pic) {
    const {motion, view, f} = pic, at = motion.points.map(p => project(view, place(p, f)));
    // of two names at one place, shows that of the more important thing
    const rank = p => p.bare ? 0 : p.body ? 3 : p.mass > 0 ? 2 : 1;
    const covered = i => at.some(([x, y], j) => {
      const above = rank(motion.points[j]) - rank(motion.points[i]) || i - j;
      return above > 0 && Math.hypot(x - at[i][0], y - at[i][1]) < 4;
    });
    motion.points.forEach((p, i) => {
      if (p.bare || covered(i)) return;
      let [dx, dy] = [0.2, -0.25];
      for (const [a, b] of motion.lines) {
        if (a !== i && b !== i) continue;
        const other = at[a === i ? b : a];
        const length = Math.hypot(at[i][0] - other[0], at[i][1] - other[1]) || 1;
        dx += (at[i][0] - other[0]) / length;
        dy += (at[i][1] - other[1]) / length;
      }
      const length = Math.hypot(dx, dy) || 1, away = 16;
      const [x, y] = [at[i][0] + dx / length * away, at[i][1] + dy / length * away];
      if (isFinite(x) && isFinite(y))
        word(pic, p.name, x, y, clamp((1 - 1.6 * dx / length) / 2, 0, 1), pic.colour('ink'));
    });
  }

  // --- the corners

  function drawTriad(pic) {
    const {view} = pic, from = [34, view.height - (view.planar ? 40 : 34)];
    if (view.planar) return;
    const unit = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    unit.map((e, i) => [seen(view, e), i]).sort((a, b) => a[0][2] - b[0][2]).forEach(([e, i]) => {
      const colour = pic.colour('axis-' + 'xyz'[i]);
      arrow(pic, from, [24 * e[0], -24 * e[1]], colour);
      word(pic, 'xyz'[i], from[0] + 34 * e[0] - 3, from[1] - 34 * e[1], 0, colour);
    });
  }

  function drawGravity(pic) {
    const {view, motion} = pic;
    if (!motion.gravity.some(x => x !== 0)) return;
    const [x, y] = seen(view, motion.gravity), from = [view.width - 26, 24 + (y > 0.5 ? 22 : 0)];
    arrow(pic, from, [24 * x, -24 * y], pic.colour('faint'));
    word(pic, 'g', from[0] - 14, from[1] - 10 * y, 0, pic.colour('faint'));
  }

  // Draws recent events: a growing ring around what was struck, and what happened.
  function drawEvents(pic) {
    const {ctx, view, motion, f} = pic, t = mix(motion.from, motion.to, f / Math.max(motion.n - 1, 1));
    const ageOf = e => Math.abs(t - e.t) / motion.rate / FLASH;
    const recent = motion.events.filter(e => (t - e.t) * (motion.to - motion.from) >= 0 && ageOf(e) < 1);
    const colour = pic.colour('warn');
    for (const e of recent.slice(-8))
      for (const i of e.points) {
        const [x, y] = project(view, place(motion.points[i], f)), age = ageOf(e);
        ctx.globalAlpha = (1 - age) ** 1.5;
        dot(pic, [x, y], 10 + 18 * age, 'transparent', colour, 2.5);
      }
    const last = recent[recent.length - 1];
    if (last) {
      ctx.globalAlpha = Math.min(1, 2 * (1 - ageOf(last)));
      Object.assign(ctx, {font: '600 13px ' + pic.show.font, textAlign: 'center', textBaseline: 'top', fillStyle: colour});
      ctx.fillText(last.text, view.width / 2, 12, view.width - 80);
    }
    ctx.globalAlpha = 1;
  }

  function drawEnd(pic) {
    const {ctx, view, motion, f} = pic;
    if (!motion.end || f < motion.n - 1) return;
    Object.assign(ctx, {font: 'bold 13px ' + pic.show.font, textAlign: 'center',
                        textBaseline: 'top', fillStyle: pic.colour('warn')});
    ctx.fillText('■ The run ended here: ' + motion.end, view.width / 2, 12, view.width - 80);
  }

  function draw(pic) {
    const {ctx, view, motion} = pic;
    look(view, motion, pic.f);
    ctx.save();  // caps, joins and fonts of this picture do not affect the next
    ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    ctx.fillStyle = pic.colour('paper');
    ctx.fillRect(0, 0, view.width, view.height);
    if (view.planar) drawGrid(pic);
    else drawGround(pic);
    drawShadows(pic);
    for (const i of motion.paths) drawTrail(pic, motion.points[i]);
    drawThings(pic);
    if (pic.show.names) drawNames(pic);
    drawTriad(pic);
    drawGravity(pic);
    if (!motion.end || pic.f < motion.n - 1) drawEvents(pic);
    drawEnd(pic);
    ctx.restore();
  }

  return {unpack, place, project, extent, size, upwards, fit, resetView, zoomBy, turnBy, draw,
          clamp, mix, short};
})();
