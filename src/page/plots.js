// page/plots.js: curves of a motion, drawn for the width of the page and in its colours.
//
// A <div class="plots"> (plots.c) has the rows of the run as JSON: t, coordinates, velocities, the energy. Each figure
// in it names by data-plot what it shows. live.js calls `show` with the rows of another motion.

const plots = (() => {
  'use strict';

  const POINTS = 1000;  // of a curve,
  const FEWER = 300;    // and while a slider moves
  const LIKE = 10;      // coordinates whose ranges differ by a larger factor get panels of their own
  const STILL = 1e-12;  // a smaller speed is rounding
  const NARROW = 520;   // pixels, below which two plots do not stand side by side
  const SVG = 'http://www.w3.org/2000/svg';

  const place = document.querySelector('div.plots');
  if (place === null) return {show() {}};
  const data = JSON.parse(place.querySelector('script').textContent);
  data.columns = data.columns.map(column => column.map(x => x ?? NaN));  // NaN: a gap, for example at a jump
  const n = data.coordinates, energyColumn = 1 + 2 * n;
  let now = null;  // t and columns
  let most = POINTS;

  // --- pieces of SVG

  function element(name, attributes, ...children) {
    const e = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.append(...children);
    return e;
  }

  // Returns a name from [letters, index, dots], with its index as a subscript.
  function nameOf([letters, index, dots]) {
    const base = element('tspan', {'font-style': letters.length > 1 ? 'normal' : 'italic'},
                         letters + '\u0307'.repeat(dots));
    return index === '' ? [base] : [base, element('tspan', {'font-size': '75%', dy: '0.3em'}, index),
                                    element('tspan', {dy: '-0.25em'}, '\u200b')];
  }

  const words = text => [element('tspan', {}, text)];
  const tenth = x => Math.round(10 * x) / 10;
  const number = (x, digits) => (Math.abs(x) < 1e-12 ? 0 : x).toFixed(digits).replace('-', '−');

  function ticks(low, high, count) {
    const raw = (high - low) / Math.max(count, 1), power = 10 ** Math.floor(Math.log10(raw)), part = raw / power;
    const step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10), list = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) list.push(i * step);
    return [list, Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)))];
  }

  function range(tracks) {
    let [low, high] = [Infinity, -Infinity];
    for (const track of tracks)
      for (const x of track) {
        if (x < low) low = x;
        if (x > high) high = x;
      }
    if (!isFinite(low) || !isFinite(high)) return [0, 1];
    // rounding does not count as a change: marks for it would need more digits than numbers have
    const size = Math.max(Math.abs(low), Math.abs(high)), change = high - low > 1e-12 * size ? high - low : 0;
    const room = 0.04 * change || 0.05 * size || 1;
    return [low - room, high + room];
  }

  // --- a plot

  // Returns the path from row i to row j with the rates [dx/dt, dy/dt] there: the control points of a cubic curve, or a
  // line if the curve is straight or the velocity jumps in between.
  function bend(from, to, i, j, c, X, Y) {
    const h = now.t[j] - now.t[i], way = c.x[j] - c.x[i];
    const jumps = Math.abs(way - h * (from[0] + to[0]) / 2) > 0.5 * Math.abs(h) * (Math.abs(from[0]) + Math.abs(to[0]));
    if (jumps || ![...from, ...to].every(isFinite)) return 'L';
    const points = [[c.x[i] + h / 3 * from[0], c.y[i] + h / 3 * from[1]], [c.x[j] - h / 3 * to[0], c.y[j] - h / 3 * to[1]]]
      .map(([x, y]) => [X(x), Y(y)]);
    const [ax, ay, bx, by] = [X(c.x[i]), Y(c.y[i]), X(c.x[j]), Y(c.y[j])], length = Math.hypot(bx - ax, by - ay) || 1;
    const off = Math.max(...points.map(([x, y]) => Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length));
    return off < 0.2 ? 'L' : `C${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join(' ')} `;
  }

  // Does an event between rows i and j make velocities jump?
  const isJump = (i, j) => now.jumps.some(t => t >= now.t[i] && t < now.t[j]);

  // Does it make this velocity jump? Not all velocities do at an event.
  function breaks(v, i, j) {
    const step = j - i, around = Math.abs(v[i] - (v[i - step] ?? v[i])) + Math.abs((v[j + step] ?? v[j]) - v[j]);
    return isJump(i, j) && !(Math.abs(v[j] - v[i]) <= 2 * around);
  }

  // Returns the rates of a coordinate and of its velocity at row i: the second one from both at the rows around it, to
  // fourth order if these are evenly spaced.
  const phaseRate = (q, v) => (i, stride) => {
    const [first, last] = [Math.max(0, i - stride), Math.min(q.length - 1, i + stride)];
    const a = isJump(first, i) ? i : first, b = isJump(i, last) ? i : last, h = (now.t[b] - now.t[a]) / 2;
    const difference = (v[b] - v[a]) / (2 * h), even = i - a === b - i && Math.abs(now.t[i] - now.t[a] - h) < 1e-6 * Math.abs(h);
    return [v[i], even ? 2 * (q[b] - 2 * q[i] + q[a]) / (h * h) - difference : difference];
  };

  // Draws curves, each with x, y, colour and name; x and y of the options label the axes.
  function draw(curves, {x: xLabel, y: yLabel, width, height, equal, title}) {
    const box = {left: 58, right: width - 12, top: 10, bottom: height - 40};
    let [x0, x1] = range(curves.map(c => c.x)), [y0, y1] = range(curves.map(c => c.y));
    // numbers that are all small, or all large, share a power of ten
    const size = Math.max(Math.abs(y0), Math.abs(y1)), tiny = size < 1e-3 || size >= 1e5;
    const power = tiny && size > 0 ? Math.floor(Math.log10(size)) : 0, factor = 10 ** -power;
    if (equal) {
      const scale = Math.max((x1 - x0) / (box.right - box.left), (y1 - y0) / (box.bottom - box.top));
      const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
      [x0, x1] = [cx - scale * (box.right - box.left) / 2, cx + scale * (box.right - box.left) / 2];
      [y0, y1] = [cy - scale * (box.bottom - box.top) / 2, cy + scale * (box.bottom - box.top) / 2];
    }
    const X = x => box.left + (x - x0) / (x1 - x0) * (box.right - box.left);
    const Y = y => box.bottom - (y - y0) / (y1 - y0) * (box.bottom - box.top);
    const svg = element('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title});
    const [xs, xDigits] = ticks(x0, x1, width / 90), [ys, yDigits] = ticks(y0 * factor, y1 * factor, height / 50);
    for (const x of xs)
      svg.append(element('path', {class: 'grid', d: `M${X(x)} ${box.top}V${box.bottom}`}),
                 element('text', {x: X(x), y: box.bottom + 16, 'text-anchor': 'middle'}, number(x, xDigits)));
    for (const y of ys)
      svg.append(element('path', {class: 'grid', d: `M${box.left} ${Y(y / factor)}H${box.right}`}),
                 element('text', {x: box.left - 6, y: Y(y / factor) + 4, 'text-anchor': 'end'}, number(y, yDigits)));
    svg.append(element('path', {class: 'axes', d: `M${box.left} ${box.top}V${box.bottom}H${box.right}`}));
    for (const c of curves) {
      const stride = Math.max(1, Math.ceil(c.x.length / most)), d = [];
      const isGap = i => !isFinite(c.x[i]) || !isFinite(c.y[i]);
      for (let i = 0, before = -1; i < c.x.length; i++) {
        const ends = i + 1 < c.x.length && isGap(i + 1), begins = i > 0 && isGap(i - 1);
        if (isGap(i)) before = -1;
        else if (i % stride === 0 || ends || begins) {
          const how = before < 0 || c.breaks && breaks(c.y, before, i) ? 'M' : c.rate && most === POINTS ? bend(c.rate(before, stride), c.rate(i, stride), before, i, c, X, Y) : 'L';
          d.push(`${how}${tenth(X(c.x[i]))} ${tenth(Y(c.y[i]))}`);
          before = i;
        }
      }
      svg.append(element('path', {class: 'curve', d: d.join(''), stroke: `var(--mark-${c.colour})`}));
    }
    svg.append(element('text', {x: (box.left + box.right) / 2, y: height - 6, 'text-anchor': 'middle'}, ...xLabel));
    const middle = (box.top + box.bottom) / 2;
    svg.append(element('text', {x: 12, y: middle, 'text-anchor': 'middle', transform: `rotate(-90 12 ${middle})`},
                       ...yLabel, ...(power ? words(` (10${superscript(power)})`) : [])));
    return svg;
  }

  const superscript = k => String(k).replace('-', '⁻').replace(/\d/g, d => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]);

  // Returns a legend of the colours of curves.
  function legend(curves) {
    const list = document.createElement('p');
    list.className = 'legend';
    for (const c of curves) {
      const svg = element('svg', {width: 70, height: 20, 'aria-hidden': 'true'},
                          element('path', {class: 'curve', d: 'M2 10H22', stroke: `var(--mark-${c.colour})`}),
                          element('text', {x: 28, y: 14}, ...c.name));
      list.append(svg);
    }
    return list;
  }

  // --- what is shown

  const colourOf = i => 1 + i % 6;
  const coordinate = i => ({name: nameOf(data.names[1 + i]), colour: colourOf(i), track: now.columns[1 + i]});

  // Groups coordinates of similar size for one panel each.
  function groups() {
    const sizes = Array.from({length: n}, (_, i) => {
      const [low, high] = range([now.columns[1 + i]]);
      return [i, high - low];
    }).sort((a, b) => b[1] - a[1]), list = [];
    for (const [i, size] of sizes) {
      const last = list[list.length - 1];
      if (last && last.size <= LIKE * size) last.members.push(i);
      else list.push({size, members: [i]});
    }
    return list.slice(0, 4).map(g => g.members.sort((a, b) => a - b));
  }

  const kinds = {
    coordinates(width) {
      return groups().flatMap(members => {
        const curves = members.map(coordinate).map((c, k) => ({...c, x: now.t, y: c.track,
                                                               rate: i => [1, now.columns[1 + n + members[k]][i]]}));
        const y = members.length === 1 ? nameOf(data.names[1 + members[0]]) : [];
        const svg = draw(curves, {x: nameOf(['t', '', 0]), y, width, height: members.length > 1 ? 260 : 200,
                                  title: 'Coordinates against time'});
        return members.length > 1 ? [svg, legend(curves)] : [svg];
      });
    },
    phase(width) {
      const side = width < NARROW ? width : Math.floor((width - 12) / 2);
      // a coordinate that never moves has no portrait, unless all of them rest
      const still = i => now.columns[1 + n + i].every(v => !(Math.abs(v) > STILL));
      const all = Array.from({length: n}, (_, i) => i), moving = all.filter(i => !still(i));
      return (moving.length > 0 ? moving : all).slice(0, 4).map(i => draw(
        [{x: now.columns[1 + i], y: now.columns[1 + n + i], colour: colourOf(i),
          rate: phaseRate(now.columns[1 + i], now.columns[1 + n + i]), breaks: true}],
        {x: nameOf(data.names[1 + i]), y: nameOf(data.names[1 + n + i]), width: n === 1 ? width : side, height: 240,
         title: 'Phase portrait'}));
    },
    paths(width) {
      const motion = document.querySelector('figure.animation')?.player?.motion;
      if (!motion || !motion.planar || motion.paths.length === 0) return [];
      const curves = motion.paths.filter(i => !motion.points[i].fixed && !motion.points[i].bare).map(i => {
        const p = motion.points[i];
        return {x: p.at[0], y: p.at[1], colour: p.colour, name: words(p.name)};
      });
      if (curves.length === 0) return [];
      const svg = draw(curves, {x: nameOf(['x', '', 0]), y: nameOf(['y', '', 0]), width,
                                height: Math.min(420, 0.75 * width), equal: true, title: 'Paths in the plane'});
      return curves.length > 1 ? [svg, legend(curves)] : [svg];
    },
    energy(width) {
      const E = now.columns[energyColumn], y = data.conservative ? E.map(x => x - E[0]) : E;
      return [draw([{x: now.t, y, colour: 1}],
                   {x: nameOf(['t', '', 0]), y: words(data.conservative ? 'E − E at the start' : 'E'), width,
                    height: 200, title: 'Energy against time'})];
    },
  };

  const figures = [...place.querySelectorAll('figure[data-plot]')];
  const seen = new Set();   // figures near the window
  const stale = new Set();  // figures that show another motion

  function drawFigure(figure, width) {
    stale.delete(figure);
    if (width < 50) return;
    const parts = kinds[figure.dataset.plot](width);
    figure.querySelector('.drawing').replaceChildren(...parts);
    if (figure.hidden !== (parts.length === 0)) figure.hidden = parts.length === 0;
  }

  // Reads all widths first: after a change, each reading would lay out the page again.
  function drawFigures(some) {
    const widths = some.map(figure => Math.floor(figure.querySelector('.drawing').clientWidth));
    some.forEach((figure, i) => drawFigure(figure, widths[i]));
  }

  // Plots outside the window are drawn when they come into view.
  function drawAll() {
    for (const figure of figures) stale.add(figure);
    drawFigures([...seen]);
  }

  // Shows another motion: its times, all columns of its table (more than `data` has), and the times of its events.
  function show(t, columns, sliding, jumps) {
    const all = liveModel.coordinates, some = first => columns.slice(first, first + n);
    now = {t, jumps, columns: [columns[0], ...some(1), ...some(1 + all), columns[liveModel.energy]]};
    most = sliding ? FEWER : POINTS;
    drawAll();
  }

  now = {t: data.columns[0], jumps: [], columns: data.columns};
  for (const figure of figures) figure.hidden = false;
  drawFigures(figures);
  const sight = new IntersectionObserver(entries => {
    for (const {target, isIntersecting} of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
      if (isIntersecting && stale.has(target)) drawFigures([target]);
    }
  }, {rootMargin: '100px'});
  for (const figure of figures) sight.observe(figure);
  window.addEventListener('beforeprint', () => drawFigures(figures));
  let width = 0;
  new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    drawFigures(figures);  // their heights determine the scroll position of the page
  }).observe(place);
  return {show};
})();
