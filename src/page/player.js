// page/player.js: plays the animations of a page.
//
// A <figure class="animation"> (animation.c) has a canvas, controls, and a motion as JSON, which
// picture.js draws. This file has the time, the controls, the keys and the pointer. Colours are
// custom properties of the style, read again when light and dark change.

(() => {
  'use strict';

  const {place, extent, size, fit, resetView, zoomBy, turnBy, clamp, mix, short} = picture;
  const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4];  // of the rate that the data proposes
  const SMALL = 70;  // pixels: something smaller is followed
  const MARKS = 100;  // of events under the slider

  const PLAY = 'M5 3v14l12-7z', PAUSE = 'M5 3h4v14H5zM12 3h4v14h-4z';
  const AGAIN = 'M10 3a7 7 0 1 0 7 7h-2.5A4.5 4.5 0 1 1 10 5.500V8.500l5-4-5-4z';
  const icon = path => `<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">` +
                       `<path fill="currentColor" d="${path}"/></svg>`;

  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const dark = matchMedia('(prefers-color-scheme: dark)');

  class Player {
    constructor(figure) {
      const motion = picture.unpack(JSON.parse(figure.querySelector('script').textContent));
      const find = name => figure.querySelector('.' + name);
      Object.assign(this, {figure, motion, f: 0, playing: false, touched: false, asked: false});
      this.canvas = figure.querySelector('canvas');
      this.ui = Object.fromEntries(['play', 'time', 'now', 'speed', 'trail', 'names', 'follow',
                                    'reset', 'state'].map(name => [name, find(name)]));
      this.view = {planar: motion.planar, up: picture.upwards(motion.gravity), width: 0, height: 0};
      resetView(this.view);
      this.digits = clamp(Math.ceil(-Math.log10(motion.step) - 0.3), 0, 8);
      this.prepare(find('stage'));
      this.listen(find('stage'));
      find('controls').hidden = false;
    }

    // Prepares the controls that depend on the motion.
    prepare(stage) {
      const {motion, ui, view} = this;
      ui.time.max = motion.n - 1;
      for (const s of SPEEDS)
        ui.speed.add(new Option('×' + short(s * motion.rate), s * motion.rate, s === 1, s === 1));
      ui.names.checked = motion.points.length <= 12;
      // a planar motion has the shape of its picture, within limits
      const [[x0, x1], [y0, y1]] = extent(motion, false, v => v);
      const shape = view.planar ? (x1 - x0 || 1) / (y1 - y0 || 1) : 1.5;
      stage.style.setProperty('--shape', clamp(shape, 1.25, 2));
      this.prepareFollowing(stage);
      this.markEvents();
      this.icon();
      this.say();
    }

    // Shows events as marks under the slider.
    markEvents() {
      const {motion, ui} = this, list = ui.time.list ?? document.createElement('datalist');
      list.id ||= 'events-' + [...document.querySelectorAll('figure.animation')].indexOf(this.figure);
      list.replaceChildren(...motion.events.slice(0, MARKS).map(e => {
        const frame = (e.t - motion.from) / (motion.to - motion.from || 1) * (motion.n - 1);
        return new Option(e.text, Math.round(frame));
      }));
      if (motion.events.length === 0) return;
      ui.time.after(list);
      ui.time.setAttribute('list', list.id);
    }

    // Offers to follow a system that moves far compared with its size, unless it hangs on a fixed point. Follows it at
    // once if it would be too small otherwise.
    prepareFollowing(stage) {
      const {motion, ui} = this;
      const [whole, own] = [false, true].map(follow => size(extent(motion, follow, v => v)));
      const hangs = motion.lines.some(line => line.slice(0, 2).some(i => motion.points[i].fixed));
      const travels = !hangs && own > 0 && own < 0.7 * whole;
      const pixels = Math.min(stage.clientWidth, stage.clientHeight) * own / whole;
      ui.follow.checked = travels && pixels < SMALL;
      ui.follow.parentElement.hidden = !travels;
    }

    listen(stage) {
      const {ui, canvas} = this;
      ui.play.addEventListener('click', () => this.toggle());
      ui.time.addEventListener('input', () => this.go(Number(ui.time.value)));
      for (const control of [ui.speed, ui.trail, ui.names])
        control.addEventListener('change', () => this.redraw());
      ui.follow.addEventListener('change', () => this.refit());
      ui.reset.addEventListener('click', () => this.reset());
      canvas.addEventListener('dblclick', () => this.reset());
      this.figure.addEventListener('keydown', event => this.key(event));
      this.drag();
      new ResizeObserver(() => this.resize(stage)).observe(stage);
      dark.addEventListener('change', () => this.restyle());
      this.restyle();
      // plays when it comes into view, unless the user has decided otherwise
      new IntersectionObserver(([seen]) => {
        if (this.touched || still.matches) return;
        if (seen.isIntersecting && this.f === 0) this.play();
        if (!seen.isIntersecting) this.pause();
      }, {threshold: 0.6}).observe(canvas);
    }

    // --- another motion

    // Shows the same things along another motion, by tracks for each point and circle (live.js). fitted: fits the view.
    show({n, from, to, points, circles, radii, boxes, arrows, end, events = []}, fitted) {
      const {motion, ui} = this, part = this.f / Math.max(motion.n - 1, 1);
      points.forEach((p, i) => Object.assign(motion.points[i], p));
      circles.forEach((c, i) => Object.assign(motion.circles[i], c));
      radii.forEach((r, i) => { motion.radii[i] = r; });
      boxes.forEach((b, i) => Object.assign(motion.boxes[i], b));
      arrows.forEach((a, i) => Object.assign(motion.arrows[i], a));
      Object.assign(motion, {n, from, to, end, events, step: n > 1 ? Math.abs(to - from) / (n - 1) : 1});
      this.f = Math.min(part * (n - 1), n - 1);
      ui.time.max = n - 1;
      this.markEvents();
      this.figure.classList.toggle('changed', true);
      this.icon();
      if (!this.playing) this.say();
      if (fitted) this.refit();
      else this.redraw();
    }

    // Returns the point that is pulled from here, or -1: only at the start of a motion that can be changed.
    pullable([x, y]) {
      const {motion, view} = this;
      if (!this.pull || this.playing || this.f > 0) return -1;
      let nearest = -1, least = 18;
      motion.points.forEach((p, i) => {
        const [px, py] = picture.project(view, place(p, 0)), away = Math.hypot(px - x, py - y);
        if (p.fixed || away >= least) return;
        [nearest, least] = [i, away];
      });
      return nearest;
    }

    // --- time

    play() {
      if (this.f >= this.motion.n - 1) this.f = 0;
      this.playing = true;
      this.last = null;
      this.icon();
      this.redraw();
    }

    pause() {
      this.playing = false;
      this.icon();
      this.say();
    }

    toggle() {
      this.touched = true;
      if (this.playing) this.pause();
      else this.play();
    }

    go(f) {
      this.touched = true;
      this.playing = false;
      this.f = clamp(f, 0, this.motion.n - 1);
      this.icon();
      this.say();
      this.redraw();
    }

    tick(now) {
      this.asked = false;
      if (this.playing) {
        const seconds = this.last === null ? 0 : Math.min((now - this.last) / 1000, 0.1);
        this.last = now;
        this.f += seconds * Number(this.ui.speed.value) / this.motion.step;
        if (this.f >= this.motion.n - 1) {
          this.f = this.motion.n - 1;
          this.pause();
        }
      }
      this.paint();
      if (this.playing) this.redraw();
    }

    redraw() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(now => this.tick(now));
    }

    paint() {
      const {ui, motion, view} = this;
      ui.time.value = Math.round(this.f);
      ui.now.textContent = this.time();
      if (view.width === 0) return;
      const show = {trail: ui.trail.value, names: ui.names.checked, font: this.font};
      picture.draw({ctx: this.canvas.getContext('2d'), view, motion, f: this.f, show,
                    colour: this.colour});
    }

    // --- words

    now() {
      return mix(this.motion.from, this.motion.to, this.f / Math.max(this.motion.n - 1, 1));
    }

    time() {
      return 't = ' + this.now().toFixed(this.digits).replace('-', '−');
    }

    icon() {
      const end = this.f >= this.motion.n - 1 && this.motion.n > 1;
      this.ui.play.innerHTML = icon(this.playing ? PAUSE : end ? AGAIN : PLAY);
      this.ui.play.setAttribute('aria-label', this.playing ? 'Pause' : end ? 'Play again' : 'Play');
    }

    // While it plays, nothing is announced: a screen reader would not keep up.
    say() {
      const {motion, ui} = this;
      ui.time.setAttribute('aria-valuetext', this.time());
      const places = motion.points.filter(p => !p.fixed).slice(0, 6).map(p => {
        const at = place(p, this.f).slice(0, motion.planar ? 2 : 3).map(short);
        return `${p.name} at ${at.join(', ')}`;
      });
      const end = motion.end && this.f >= motion.n - 1 ? ` The run ended here: ${motion.end}.` : '';
      const before = motion.events.filter(e => (e.t - this.now()) * (motion.to - motion.from) <= 0);
      const last = before[before.length - 1];
      const event = last ? ` Last event: ${last.text} at t = ${short(last.t)}.` : '';
      ui.state.textContent = `${this.time()}: ${places.join('; ')}.${event}${end}`;
    }

    // --- the view

    resize(stage) {
      const {canvas, view} = this, ratio = window.devicePixelRatio || 1;
      Object.assign(view, {width: stage.clientWidth, height: stage.clientHeight, ratio});
      canvas.width = Math.round(view.width * ratio);
      canvas.height = Math.round(view.height * ratio);
      this.refit();
    }

    refit() {
      if (this.view.width === 0) return;
      this.view.follow = this.ui.follow.checked;
      fit(this.view, this.motion);
      this.redraw();
    }

    reset() {
      resetView(this.view);
      this.refit();
    }

    restyle() {
      const style = getComputedStyle(this.figure), known = {};
      this.colour = name => known[name] ??= style.getPropertyValue('--' + name).trim();
      this.font = style.fontFamily;
      this.redraw();
    }

    // One finger or the mouse turns the view, or moves a plane; two fingers also zoom.
    drag() {
      const {canvas, view} = this, held = new Map();
      let pulled = -1;
      const middleOf = () => {
        const all = [...held.values()];
        return [0, 1].map(i => all.reduce((sum, at) => sum + at[i], 0) / all.length);
      };
      const spread = () => {
        const [a, b] = [...held.values()];
        return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
      };
      const where = event => [event.offsetX, event.offsetY];
      canvas.addEventListener('pointerdown', event => {
        canvas.setPointerCapture(event.pointerId);
        held.set(event.pointerId, where(event));
        pulled = held.size === 1 ? this.pullable(where(event)) : -1;
      });
      canvas.addEventListener('pointermove', event => {
        if (!held.has(event.pointerId)) {
          canvas.classList.toggle('pullable', this.pullable(where(event)) >= 0);
          return;
        }
        if (pulled >= 0 && held.size === 1) {
          this.touched = true;
          this.pull(pulled, where(event), v => picture.project(view, v));
          return;
        }
        const [before, wide] = [middleOf(), spread()];
        held.set(event.pointerId, where(event));
        const after = middleOf(), [dx, dy] = [after[0] - before[0], after[1] - before[1]];
        if (view.planar) view.pan = [view.pan[0] + dx, view.pan[1] + dy];
        else turnBy(view, dx * 0.01, dy * 0.01);
        if (wide > 0) zoomBy(view, spread() / wide, after);
        this.redraw();
      });
      for (const name of ['pointerup', 'pointercancel'])
        canvas.addEventListener(name, event => {
          held.delete(event.pointerId);
          if (pulled >= 0) this.pulled();
          pulled = -1;
        });
      canvas.addEventListener('wheel', event => {
        if (document.activeElement !== canvas && !event.ctrlKey) return;  // the page scrolls
        event.preventDefault();
        zoomBy(view, Math.exp(-clamp(event.deltaY, -200, 200) / 400), where(event));
        this.redraw();
      }, {passive: false});
    }

    // --- keys

    key(event) {
      const {target} = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const onPicture = target === this.canvas;
      if (event.key === ' ' && (onPicture || target === this.ui.time)) this.toggle();
      else if (!onPicture || !this.keyOnPicture(event)) return;
      event.preventDefault();
    }

    keyOnPicture(event) {
      const {view, motion} = this, tenth = Math.max(1, Math.round(motion.n / 10));
      const centre = [view.width / 2, view.height / 2];
      const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
      const times = {ArrowLeft: Math.ceil(this.f) - 1, ArrowRight: Math.floor(this.f) + 1,
                     PageUp: this.f + tenth, PageDown: this.f - tenth, Home: 0, End: motion.n - 1};
      if (event.shiftKey && arrows[event.key]) {
        const [dx, dy] = arrows[event.key];
        if (view.planar) view.pan = [view.pan[0] + 40 * dx, view.pan[1] + 40 * dy];
        else turnBy(view, 0.15 * dx, 0.15 * dy);
      } else if (event.key in times) this.go(times[event.key]);
      else if (event.key === '+' || event.key === '=') zoomBy(view, 1.25, centre);
      else if (event.key === '-' || event.key === '−') zoomBy(view, 0.8, centre);
      else if (event.key === '0') this.reset();
      else return false;
      this.redraw();
      return true;
    }
  }

  for (const figure of document.querySelectorAll('figure.animation'))
    figure.player = new Player(figure);
})();
