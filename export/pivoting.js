'use strict';
// The tables and charts of the page, from the finest groups. Sums are integers (BigInt) over a power of 10 or of 2, and
// a quotient is rounded once, so that every figure is the one that Cardinal shows for the same filter.
(() => {
const element = (tag, attributes = {}, ...inside) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) if (v !== false && v !== '') e.setAttribute(k, v);
  e.append(...inside);
  return e;
};

// pivot makes the table and the chart beside the groups of a pivot answer to filters, folds and sorts.
const pivot = data => {
const root = data.parentNode, model = JSON.parse(data.textContent);
const axis = (a, cols) => {
  const depth = [0], children = [[]];
  for (let n = 1; n < a.parent.length; n++) {
    depth.push(depth[a.parent[n]] + 1);
    children.push([]);
    children[a.parent[n]].push(n);
  }
  return { ...a, cols, depth, children, size: depth.length, folded: new Set(a.folded) };
};
const say = (text, of = {}) => (model.say?.[text] ?? text).replace(/{{\.(\w+)}}/g, (_, name) => of[name]);
const rows = axis(model.rows, false), cols = axis(model.cols, true), { measures, down } = model;
const filters = [rows, cols].flatMap(a => a.fields.map((field, i) => ({ field, axis: a, depth: i + 1,
  labels: a.labels[i], off: new Set() })));
model.slicers.forEach((s, i) => filters.push({ ...s, slicer: i, off: new Set() }));
let sort = null, filtered = false, checked = false;
const wrong = new Set(); // measures whose figures the script does not write as Cardinal does

// Exact numbers.
const big = x => x < 0n ? -x : x;
const bits = x => x.toString(16).length * 4;
const power = (base, exp) => BigInt(base) ** BigInt(exp);
const quotient = (n, d) => { // the nearest float, ties to even
  if (n === 0n) return 0;
  const [x, y] = [big(n), big(d)], shift = 68 + bits(y) - bits(x);
  const up = shift > 0 ? x << BigInt(shift) : x, over = shift < 0 ? y << BigInt(-shift) : y;
  let q = up / over;
  if (up % over) q |= 1n;
  const f = Number(q) * 2 ** -64 * 2 ** (64 - shift);
  return (n < 0n) === (d < 0n) ? f : -f;
};
const fraction = f => {
  let d = 1n;
  for (; !Number.isInteger(f); f *= 2) d *= 2n;
  return [BigInt(f), d];
};
const decimal = f => { // of the shortest text of a float
  const [digits, exp] = String(f).split('e'), [whole, rest = ''] = digits.split('.');
  const places = rest.length - Number(exp || 0);
  return places > 0 ? [BigInt(whole + rest), power(10, places)] : [BigInt(whole + rest) * power(10, -places), 1n];
};
const fixed = (n, d, places, even) => { // n/d, not negative, rounded to places
  const up = n * power(10, places), left = 2n * (up % d);
  let q = up / d;
  if (left > d || left === d && (!even || q % 2n)) q++;
  const s = String(q).padStart(places + 1, '0');
  return places ? s.slice(0, -places) + '.' + s.slice(-places) : s;
};
const significant = f => { // six digits, as C's %g
  let [, exp] = f.toExponential(5).split('e').map(Number);
  const scaled = e => {
    const [n, d] = fraction(f);
    return e > 5 ? fixed(n, d * power(10, e - 5), 0, true) : fixed(n * power(10, 5 - e), d, 0, true);
  };
  let s = scaled(exp);
  if (s.length < 6) s = scaled(--exp);
  if (s.length > 6) s = scaled(++exp);
  s = s.replace(/0+$/, '');
  if (exp >= -4 && exp < 6) return '0.' + '0'.repeat(-exp - 1) + s;
  return s[0] + (s.length > 1 ? '.' + s.slice(1) : '') + 'e' + (exp < 0 ? '-' : '+') + String(Math.abs(exp)).padStart(2, 0);
};
const digits = (v, f) => {
  if (f.scale >= 0 && (f.chosen || f.percent)) {
    return fixed(big(v) * (f.percent ? 100n : 1n), power(10, f.scale), f.places, false);
  }
  if (f.scale >= 0) return fixed(big(v), power(10, f.scale), f.places, false);
  v = Math.abs(v);
  const [n, d] = decimal(v);
  if (f.chosen || f.percent) return fixed(f.percent ? n * 100n : n, d, f.places, false);
  const places = !f.halves ? f.places : Number.isInteger(v) ? 0 : Number.isInteger(2 * v) ? 1 : 3;
  if (v >= 1e21 || v && v < Number('1e-' + places) / 2) return significant(v);
  return fixed(n, d, places, false);
};
const write = (v, f) => {
  let [whole, rest] = digits(v, f).split('.');
  if (f.grouped && !/e/.test(whole)) whole = whole.replace(/\B(?=(\d{3})+$)/g, model.thousands);
  const number = rest === undefined ? whole : whole + model.decimal + rest, text = f.before + number + f.after;
  if (v < 0) return f.parens ? '(' + text + ')' : '-' + text;
  return f.plus && /[1-9]/.test(number) ? '+' + text : text;
};

// Sums of the groups that pass the filters, for every pair of nodes.
const parts = model.parts.map(p => ({ ...p, unit: power(p.base, p.exp),
  values: p.values.map(v => v === null || !p.texts ? v && BigInt(v) : Number(v)) }));
const kinds = []; // by part, how two numbers become one
parts.forEach((p, i) => {
  const of = measures.find(m => m.kind && m.parts.includes(i));
  kinds[i] = !p.texts ? (a, b) => a + b : of && of.kind === 'max' ? Math.max : Math.min;
});
const add = passes => {
  const n = new Uint32Array(rows.size * cols.size), sums = parts.map(() => []);
  model.groups.forEach((g, i) => {
    if (!passes(g)) return;
    for (let r = g[0]; r >= 0; r = rows.parent[r]) {
      for (let c = g[1]; c >= 0; c = cols.parent[c]) {
        const at = r * cols.size + c;
        n[at]++;
        parts.forEach((p, k) => {
          const v = p.values[i];
          if (v !== null) sums[k][at] = sums[k][at] === undefined ? v : kinds[k](sums[k][at], v);
        });
      }
    }
  });
  return { n, sums };
};
const whole = add(() => true);
let now = whole;
const raw = (m, of, at) => { // a measure before it is shown as a share: an integer, a float, a rank or null
  const part = i => of.sums[m.parts[i]][at], count = i => part(i) || 0n, unit = i => parts[m.parts[i]].unit;
  switch (m.kind) {
  case 'count': return count(0);
  case 'sum': return !count(1) ? null : parts[m.parts[0]].base === 2 ? quotient(part(0), unit(0)) : part(0);
  case 'avg': return count(1) ? quotient(part(0), count(1) * unit(0)) : null;
  case 'ratio': return count(1) && count(3) && part(2) ? quotient(part(0) * unit(2), part(2) * unit(0)) : null;
  }
  return part(0) === undefined ? null : part(0);
};
const shareOf = (a, b) => {
  if (a === null || b === null || !b) return null;
  const [n, d] = typeof a === 'bigint' ? [a, 1n] : fraction(a), [x, y] = typeof b === 'bigint' ? [b, 1n] : fraction(b);
  return quotient(n * y, d * x);
};
const value = (m, of, r, c) => {
  const at = (r, c) => raw(m, of, r * cols.size + c);
  switch (m.show) {
  case 'pct_row': return shareOf(at(r, c), at(r, 0));
  case 'pct_col': return shareOf(at(r, c), at(0, c));
  case 'pct_total': return shareOf(at(r, c), at(0, 0));
  case 'pct_parent_row': return shareOf(at(r, c), at(Math.max(0, rows.parent[r]), c));
  case 'pct_parent_col': return shareOf(at(r, c), at(r, Math.max(0, cols.parent[c])));
  }
  return at(r, c);
};
const combines = m => m.kind && !wrong.has(m);
const textOf = (m, v) => v === null ? '' : parts[m.parts[0]].texts && m.kind !== 'count' ?
  parts[m.parts[0]].texts[v] : write(v, m.format);
// figure returns the value that sorts a cell, its text, and its number for the chart.
const figure = (r, c, i) => {
  const m = measures[i], at = r * cols.size + c, own = !filtered || !m.show && now.n[at] === whole.n[at];
  if (!combines(m)) {
    const x = own ? m.numbers ? m.numbers[at] : null : null;
    return { v: x === null && own ? m.texts[at] || null : x, text: own ? m.texts[at] : now.n[at] ? '–' : model.noRows, x };
  }
  if (!now.n[at] && at) return { v: null, text: own ? m.texts[at] : model.noRows, x: null };
  const v = value(m, now, r, c), ranked = parts[m.parts[0]].texts;
  const x = v === null ? null : ranked ? parts[m.parts[0]].numbers[v] : typeof v === 'bigint' ?
    quotient(v, power(10, m.format.scale)) : v;
  return { v, text: own ? m.texts[at] : textOf(m, v), x };
};
// check compares each figure that the script computes with the one of Cardinal, before the first filter.
const check = () => {
  checked = true;
  for (const m of measures.filter(m => m.kind)) {
    for (let at = 0; at < whole.n.length; at++) {
      const r = Math.floor(at / cols.size), v = whole.n[at] ? value(m, whole, r, at % cols.size) : null;
      if (whole.n[at] && textOf(m, v) !== m.texts[at]) { wrong.add(m); break; }
    }
    if (wrong.has(m) && !m.numbers) m.numbers = m.texts.map(() => null);
  }
};
const refilter = () => {
  if (!checked) check();
  filtered = filters.some(f => f.off.size);
  const passing = a => {
    const ok = [true];
    for (let n = 1; n < a.size; n++) {
      ok[n] = ok[a.parent[n]] && !filters.find(f => f.axis === a && f.depth === a.depth[n]).off.has(a.label[n]);
    }
    return ok;
  };
  const [r, c] = [passing(rows), passing(cols)], slicers = filters.filter(f => f.slicer !== undefined);
  now = filtered ? add(g => r[g[0]] && c[g[1]] && slicers.every(f => !f.off.has(g[2 + f.slicer]))) : whole;
};

// Lines of an axis, as Cardinal lays them out.
const shown = (a, n) => !filtered || !n || now.n[a.cols ? n : n * cols.size] > 0;
const up = (a, n, depth) => {
  while (a.depth[n] > depth) n = a.parent[n];
  return n;
};
const sorted = (a, list) => {
  if (!sort || a.cols) return list;
  const keys = new Map(list.map(n => [n, figure(n, sort.c, sort.m).v]));
  const rest = n => a.label[n] === a.others[a.depth[n] - 1];
  return [...list].sort((p, q) => {
    const [x, y] = [keys.get(p), keys.get(q)];
    if (rest(p) !== rest(q)) return rest(p) ? 1 : -1;
    if (x === null || y === null) return (x === null) - (y === null);
    return (x < y ? -1 : x > y ? 1 : 0) * (sort.desc ? -1 : 1);
  });
};
const lines = (a, each) => {
  const out = [], inner = a.fields.length, add = l => { for (let m = 0; m < each; m++) out.push({ ...l, m }); };
  const walk = n => {
    const d = a.depth[n];
    if (d === inner) return add({ n });
    if (a.folded.has(n)) return add({ n, closed: true });
    const total = a.totals[d], before = !a.cols && model.compact && d > 0;
    if (before && !total) out.push({ n, head: true, m: 0 });
    else if (total && (model.first || before)) add({ n, total: true });
    sorted(a, a.children[n].filter(n => shown(a, n))).forEach(walk);
    if (a.notes[n]) out.push({ n, m: 0, note: filtered ? a.notes[n].replace(/^\S+ /, '') : a.notes[n] });
    if (total && !model.first && !before) add({ n, total: true });
  };
  walk(0);
  return out;
};
const word = (a, n) => {
  const text = a.words[n] ?? a.labels[a.depth[n] - 1]?.[a.label[n]] ?? '';
  return filtered ? text.replace(/ of all [\d.,’\u00a0\u202f ]+$/, '') : text;
};
const name = (a, n) => n ? a.labels[a.depth[n] - 1][a.label[n]] : word(a, 0);
// label returns what stands beside or above a line at a depth. Neighbours with the same key share a cell.
const label = (a, l, depth) => {
  const d = a.depth[l.n];
  if (!a.fields.length) return { key: 'all', text: say('All rows') };
  if (l.note && depth > d) return { note: true, text: depth === d + 1 ? l.note : '' };
  if (depth > d) return { key: d ? '' : 'grand' + depth, text: !d && depth === 1 ? word(a, 0) : '', bold: true };
  if (depth === d && l.total) return { key: 'total' + l.n, text: word(a, l.n), bold: true };
  const n = up(a, l.n, depth);
  return { key: 'node' + n, text: name(a, n), fold: depth < a.fields.length ? n : -1,
    bold: d < a.fields.length && !l.note };
};
const compactLabel = l => {
  const d = rows.depth[l.n];
  if (l.note) return { note: true, text: l.note, indent: d };
  return { key: 'line' + l.n, text: l.closed ? name(rows, l.n) : d < rows.fields.length ? word(rows, l.n) : name(rows, l.n),
    fold: d && d < rows.fields.length ? l.n : -1, bold: d < rows.fields.length, indent: Math.max(0, d - 1) };
};

// The table.
const broken = text => String(text).split('\n').flatMap((t, i) => i ? [element('br'), t] : [t]);
const cell = (tag, of, a, span, scope) => {
  const e = element(tag, { class: [of.number && 'n', of.bold && 't'].filter(Boolean).join(' ') });
  if (span > 1) e.setAttribute(a.cols ? 'colspan' : 'rowspan', span);
  if (scope) e.setAttribute('scope', scope + (span > 1 ? 'group' : ''));
  if (of.indent) e.style.paddingLeft = (0.6 + 1.2 * of.indent).toFixed(1) + 'em';
  if (of.fold > 0) {
    const open = !a.folded.has(of.fold);
    e.append(element('button', { class: 'fold', 'data-key': `fold ${+a.cols} ${of.fold}`, 'aria-expanded': open,
      'aria-label': say(open ? 'Fold {{.Label}}' : 'Unfold {{.Label}}', { Label: of.text }), type: 'button' }, open ? '▾' : '▸'));
  }
  e.append(...broken(of.text));
  return e;
};
const sortCell = (of, c, m) => {
  const e = cell('th', { ...of, text: '' }, cols, 1), on = sort && sort.c === c && sort.m === m;
  if (on) e.setAttribute('aria-sort', sort.desc ? 'descending' : 'ascending');
  const what = [c || cols.fields.length ? name(cols, c) : '', measures[m].title].filter(Boolean).join(' ');
  e.append(element('button', { class: 'sort', 'data-key': `sort ${c} ${m}`, 'aria-label': say('Sort by {{.Column}}', { Column: what }), type: 'button' },
    ...broken(of.text), element('span', { class: 'arrow' }, on ? sort.desc ? ' ▾' : ' ▴' : '')));
  return e;
};
const table = () => {
  const one = down || measures.length === 1, heads = model.corner.length, beside = model.corner[0].length;
  const across = lines(cols, down ? 1 : measures.length), below = lines(rows, down ? measures.length : 1);
  const depths = rows.fields.length || !down ? Math.max(1, rows.fields.length) : 0;
  const head = element('thead'), body = element('tbody');
  for (let r = 0; r < heads; r++) {
    const tr = element('tr', {}, ...model.corner[r].map(t => element('th', {}, ...broken(t)))), last = r === heads - 1;
    if (r === (one ? 0 : heads - 1) && one && cols.fields.length) {
      tr.append(cell('th', { text: model.name, number: across.length === 1 && !measures[0].words }, cols, across.length,
        across.length > 1 && 'col'));
      head.append(tr);
      continue;
    }
    const of = across.map(l => {
      if (r !== (one ? 0 : heads - 1)) return label(cols, l, one ? r : r + 1);
      if (l.note) return { text: '' };
      return { text: down ? model.name : measures[l.m].title, bold: cols.depth[l.n] < cols.fields.length };
    });
    for (let i = 0, to; i < of.length; i = to) {
      for (to = i + 1; of[i].key && to < of.length && of[to].key === of[i].key; to++);
      const l = across[i], numbers = to === i + 1 && !measures[l.m].words;
      const c = { ...of[i], number: numbers };
      tr.append(last && !l.note && to === i + 1 && !(c.fold > 0) ? sortCell(c, l.n, l.m) :
        cell('th', c, cols, to - i, to > i + 1 && 'col'));
    }
    head.append(tr);
  }
  const labels = below.map(l => {
    const out = model.compact ? [compactLabel(l)] : Array.from({ length: depths }, (_, i) => label(rows, l, i + 1));
    if (down) out.push(l.note || l.head ? { note: true, text: '' } : { text: measures[l.m].title,
      bold: rows.depth[l.n] < rows.fields.length });
    return out;
  });
  below.forEach((l, i) => {
    const tr = element('tr', { class: l.total ? 'total' : l.closed ? 'total folded' : l.note ? 'note' : '' });
    const same = (j, k) => labels[j] && labels[j][k].key && labels[j][k].key === labels[i][k].key && !model.repeat;
    for (let k = 0; k < beside; k++) {
      if (same(i - 1, k)) continue;
      let span = 1;
      while (i && same(i + span, k) || !i && labels[i + span] && same(i + span, k)) span++;
      tr.append(cell(labels[i][k].note ? 'td' : 'th', labels[i][k], rows, span, labels[i][k].note ? '' : 'row'));
    }
    for (const c of across) {
      if (l.note || l.head || c.note) { tr.append(element('td')); continue; }
      const m = down ? l.m : c.m, f = figure(l.n, c.n, m), at = l.n * cols.size + c.n;
      const bold = rows.depth[l.n] < rows.fields.length || cols.depth[c.n] < cols.fields.length;
      const td = cell('td', { text: f.text, number: !measures[m].words, bold }, rows, 1);
      if (!filtered && measures[m].marks?.[at]) td.style.cssText += measures[m].marks[at];
      if (!filtered && measures[m].arrows?.[at]) td.dataset.arrow = measures[m].arrows[at];
      tr.append(td);
    }
    body.append(tr);
  });
  const out = element('table', { 'data-decimal': model.decimal }, head, body);
  root.querySelector('table').replaceWith(out);
  return below;
};

// The chart.
const drawing = (tag, attributes, text) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
};
const ticks = (lo, hi) => {
  const rough = (hi - lo) / 5 || 1, unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * [1, 2, 2.5, 5, 10].find(s => s * unit >= rough * 0.999), out = [];
  for (let i = Math.floor(lo / step); i * step < hi + step * 0.999; i++) out.push(i * step);
  return out;
};
const cut = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;
const pie = (svg, x, of, W, H) => {
  const sum = of[0].reduce((a, b) => a + Math.max(0, b ?? 0), 0);
  let at = 0;
  const point = share => `${W / 2 - 90 + 150 * Math.sin(share * 2 * Math.PI)} ${H / 2 - 150 * Math.cos(share * 2 * Math.PI)}`;
  x.forEach((name, i) => {
    const share = sum ? Math.max(0, of[0][i] ?? 0) / sum : 0, fill = `var(--s${i % 8})`, end = at + Math.min(share, 0.99999);
    svg.append(drawing('path', { fill, stroke: 'var(--paper)',
      d: `M${W / 2 - 90} ${H / 2}L${point(at)}A150 150 0 ${share > 0.5 ? 1 : 0} 1 ${point(end)}Z` }));
    if (i < 16) svg.append(drawing('rect', { x: W / 2 + 110, y: 40 + i * 20, width: 10, height: 10, fill }),
      drawing('text', { x: W / 2 + 126, y: 50 + i * 20 }, `${cut(name, 24)} ${(share * 100).toFixed(1)}%`));
    at += share;
  });
};
const draw = below => {
  const chart = model.chart, old = root.querySelectorAll('figure');
  if (!chart || !old.length) return;
  let live = root.querySelector('figure.live');
  old.forEach(f => { f.hidden = f === live !== (filtered || sort !== null); });
  if (!filtered && !sort) return;
  if (!live) old[0].before(live = element('figure', { class: 'live' }));
  if (!chart.kind) {
    live.replaceChildren(element('p', {}, say('A chart of this kind is not drawn again: it would show the figures ' +
      'without the filters of this page.')));
    return;
  }
  const place = new Map();
  below.forEach((l, i) => { if (!place.has(l.n)) place.set(l.n, i); });
  let order = chart.x.map((_, i) => i).filter(i => chart.series.some(s => s.some[i] && (!filtered ||
    now.n[s.cells[i][0] * cols.size + s.cells[i][1]])));
  if (sort && !chart.upright) order.sort((a, b) => place.get(chart.series[0].cells[a][0]) -
    place.get(chart.series[0].cells[b][0]) || a - b);
  const all = order.length, bars = chart.kind === 'bar' || chart.kind === 'stacked', flat = bars && !chart.upright;
  if (flat) order = order.slice(0, 40);
  const x = order.map(i => chart.x[i]);
  const of = chart.series.map(s => order.map(i => s.some[i] ? figure(...s.cells[i]).x : null));
  const text = v => { // an axis has round numbers
    const f = measures[chart.series[0].cells[0][2]].format, tag = document.documentElement.lang;
    return f && f.percent ? (v * 100).toLocaleString(tag) + '%' : v.toLocaleString(tag, { notation: 'compact', maximumSignificantDigits: 3 });
  };
  const stacked = chart.kind === 'stacked' || chart.kind === 'area', n = x.length;
  const W = root.querySelector('figure.light svg').width.baseVal.value - 60;
  const H = flat ? Math.max(160, 90 + n * (stacked ? 20 : 8 + 12 * of.length)) : 420;
  const svg = drawing('svg', { viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: 'img', 'aria-label': chart.title });
  svg.append(drawing('text', { x: 10, y: 22, 'font-weight': 'bold', 'font-size': 15 }, chart.title));
  live.replaceChildren(svg, ...all > n ? [element('p', {}, say('The first {{.N}} of {{.All}} labels.', { N: n, All: all }))] : []);
  if (!n) return svg.append(drawing('text', { x: 10, y: 60 }, say('No figure passes the filters.')));
  if (chart.kind === 'pie') return pie(svg, x, of, W, H);
  if (of.length > 1) {
    let left = 10;
    chart.series.slice(0, 12).forEach((s, i) => {
      svg.append(drawing('rect', { x: left, y: 34, width: 10, height: 10, fill: `var(--s${i % 8})` }),
        drawing('text', { x: left + 15, y: 44 }, cut(s.name, 20)));
      left += 32 + 7 * Math.min(20, s.name.length);
    });
  }
  const from = of.map(s => s.map(() => 0)), to = of.map(s => s.map(v => v ?? 0));
  if (stacked) for (let i = 0; i < n; i++) {
    let [plus, minus] = [0, 0];
    of.forEach((s, k) => {
      const v = s[i] ?? 0;
      from[k][i] = v < 0 ? minus : plus;
      to[k][i] = from[k][i] + v;
      if (v < 0) minus = to[k][i]; else plus = to[k][i];
    });
  }
  const values = stacked ? to.flat() : of.flat().filter(v => v !== null), zero = chart.kind !== 'line';
  const scale = ticks(Math.min(...values, ...zero ? [0] : []), Math.max(...values, ...zero ? [0] : []));
  const [lo, hi] = [scale[0], scale[scale.length - 1]], left = flat ? 190 : 70, top = 60, foot = H - 40, right = W - 20;
  const figureAt = v => flat ? left + (v - lo) / (hi - lo) * (right - left) : foot - (v - lo) / (hi - lo) * (foot - top);
  const wide = (flat ? foot - top : right - left) / n, at = i => (flat ? top : left) + (i + 0.5) * wide;
  for (const v of scale) {
    const p = figureAt(v), line = flat ? { x1: p, x2: p, y1: top, y2: foot } : { x1: left, x2: right, y1: p, y2: p };
    svg.append(drawing('line', { ...line, stroke: v ? 'var(--line)' : 'var(--strong)' }), drawing('text', flat ?
      { x: p, y: foot + 18, 'text-anchor': 'middle' } : { x: left - 8, y: p + 4, 'text-anchor': 'end' }, text(v)));
  }
  const every = Math.ceil(n / (flat ? n : 14));
  x.forEach((name, i) => { if (i % every === 0) svg.append(drawing('text', flat ?
    { x: left - 8, y: at(i) + 4, 'text-anchor': 'end' } : { x: at(i), y: foot + 18, 'text-anchor': 'middle' },
  cut(name, flat ? 26 : Math.max(4, Math.floor(wide * every / 7))))); });
  of.forEach((s, k) => {
    const ink = `var(--s${k % 8})`;
    if (bars) return s.forEach((v, i) => {
      if (v === null) return;
      const thick = wide * 0.8 / (stacked ? 1 : of.length), a = at(i) - wide * 0.4 + (stacked ? 0 : k * thick);
      const [p, q] = [figureAt(from[k][i]), figureAt(to[k][i])].sort((a, b) => a - b);
      svg.append(drawing('rect', { fill: ink, ...flat ? { x: p, y: a, width: q - p, height: thick } :
        { x: a, y: p, width: thick, height: q - p } }));
      svg.lastChild.append(drawing('title', {}, `${x[i]}: ${figure(...chart.series[k].cells[order[i]]).text}`));
    });
    const points = s.map((v, i) => v === null && !stacked ? null : `${at(i)},${figureAt(to[k][i])}`);
    if (stacked) svg.append(drawing('polygon', { fill: ink, points: [...points,
      ...from[k].map((v, i) => `${at(i)},${figureAt(v)}`).reverse()].join(' ') }));
    else points.join(' ; ').split(/;\s+;/).forEach(run => svg.append(drawing('polyline',
      { points: run.replaceAll(';', ''), fill: 'none', stroke: ink, 'stroke-width': 2 })));
  });
};

// What a person does.
const status = element('p', { role: 'status' });
const render = redraw => {
  const key = document.activeElement && document.activeElement.dataset.key;
  const below = table();
  if (redraw) draw(below);
  if (key) root.querySelector(`[data-key="${key}"]`)?.focus();
  const count = of => String(of.sums[0][0] ?? 0).replace(/\B(?=(\d{3})+$)/g, model.thousands);
  const kept = measures.filter(m => !combines(m)).map(m => m.title);
  status.textContent = !filtered ? '' : say('{{.N}} of {{.All}} rows pass the filters of this page.',
    { N: count(now), All: count(whole) }) + (kept.length ? ' ' + say('– stands for a figure that a filter leaves a part ' +
    'of: {{.Measures}} cannot be computed from the groups here.', { Measures: kept.join(', ') }) : '');
};
root.addEventListener('click', e => {
  const key = e.target.closest('[data-key]')?.dataset.key.split(' ');
  if (!key) return;
  const [c, m] = key.slice(1).map(Number);
  if (key[0] === 'fold') {
    const { folded } = c ? cols : rows;
    if (!folded.delete(m)) folded.add(m);
  } else {
    sort = !sort || sort.c !== c || sort.m !== m ? { c, m, desc: true } : sort.desc ? { c, m, desc: false } : null;
  }
  render(key[0] === 'sort');
});
root.querySelector('figure, table').before(status);
render(false);
const refresh = () => { refilter(); render(true); };
const reset = () => {
  sort = null;
  [rows, cols].forEach(a => { a.folded = new Set((a.cols ? model.cols : model.rows).folded); });
};
return { root, filters, refresh, reset, say };
};

// The filters are those of all pivots of the page. Pivots with a field of the same name share its filter.
const pivots = [...document.querySelectorAll('script.groups')].map(pivot);
if (!pivots.length) return;
const { say } = pivots[0];
const filters = new Map(), panel = element('div', { class: 'pivot', role: 'group',
  'aria-label': say('Filters') });
const nth = texts => { // a text that stands twice is another label each time
  const met = new Map();
  return texts.map(text => { met.set(text, (met.get(text) || 0) + 1); return text + '\0' + met.get(text); });
};
for (const p of pivots) nth(p.filters.map(f => f.field)).forEach((name, i) => {
  const f = p.filters[i], shared = filters.get(name) || { field: f.field, labels: [], at: new Map(), off: new Set(), of: [] };
  filters.set(name, shared);
  shared.of.push(f);
  if (p.root.tagName === 'SECTION') shared.on = [...shared.on || [], p.root.querySelector('h2').textContent];
  f.keys = nth(f.labels);
  f.keys.forEach((key, i) => { if (!shared.at.has(key)) shared.at.set(key, shared.labels.push(f.labels[i]) - 1); });
});
const choose = (f, off) => {
  f.off = new Set(off);
  f.boxes.forEach((box, i) => { box.checked = !f.off.has(i); });
  const on = f.labels.length - f.off.size;
  f.summary.textContent = (f.off.size ? say('{{.Field}}: {{.N}} of {{.All}}',
    { Field: f.field, N: on, All: f.labels.length }) : f.field) + f.where;
  f.summary.parentNode.classList.toggle('on', f.off.size > 0);
  for (const own of f.of) own.off = new Set(own.keys.flatMap((key, i) => f.off.has(f.at.get(key)) ? [i] : []));
};
const refresh = () => pivots.forEach(p => p.refresh());
for (const f of filters.values()) {
  f.summary = element('summary', {});
  f.where = f.of.length < pivots.length ? ` (${f.on.join(', ')})` : '';
  f.boxes = [];
  const list = element('div', { class: 'list' }), details = element('details', {}, f.summary);
  const all = element('button', { type: 'button' }, say('All')), none = element('button', { type: 'button' }, say('None'));
  const find = element('input', { type: 'search', placeholder: say('Find'),
    'aria-label': say('Find in {{.Field}}', { Field: f.field }) });
  all.onclick = () => { choose(f, []); refresh(); };
  none.onclick = () => { choose(f, f.labels.keys()); refresh(); };
  find.oninput = () => f.boxes.forEach((box, i) => {
    box.parentNode.hidden = !f.labels[i].toLowerCase().includes(find.value.toLowerCase());
  });
  details.ontoggle = () => {
    if (!details.open || f.boxes.length) return;
    f.boxes = f.labels.map((text, i) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = !f.off.has(i);
      box.onchange = () => { choose(f, box.checked ? [...f.off].filter(x => x !== i) : [...f.off, i]); refresh(); };
      list.append(element('label', {}, box, ' ', text));
      return box;
    });
  };
  details.append(element('div', { class: 'menu' }, all, none, ...f.labels.length > 12 ? [find] : [], list));
  panel.append(details);
  choose(f, []);
}
const reset = element('button', { type: 'button' }, say('Reset'));
reset.onclick = () => {
  filters.forEach(f => choose(f, []));
  pivots.forEach(p => p.reset());
  refresh();
};
panel.append(reset);
document.addEventListener('click', e => {
  panel.querySelectorAll('details').forEach(d => { if (!d.contains(e.target)) d.open = false; });
});
document.addEventListener('keydown', e => {
  if (e.key !== 'Escape') return;
  panel.querySelectorAll('details[open]').forEach(d => {
    d.open = false;
    d.firstChild.focus();
  });
});
(document.querySelector('main') || pivots[0].root.querySelector('[role=status]')).before(panel);
})();
