// What needs JavaScript: copy buttons, the modal dialog of a new key, and charts, which are drawn from their tables.
(() => {
  for (const button of document.querySelectorAll('[data-copies]')) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
  }

  // Only the link in the dialog closes it. A stray click or Escape must not hide a key that is shown once.
  for (const dialog of document.querySelectorAll('dialog[data-stays]')) {
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') event.preventDefault();
    });
    dialog.close();
    dialog.showModal();
  }

  if (!globalThis.uPlot) return;
  const PRODUCTS = ['tariff', 'pixel', 'entry'];
  const plots = [...document.querySelectorAll('.plot')].map((box) => ({ box, ...readTable(box) }));

  function readTable(box) {
    const rows = [...document.querySelectorAll(`#${box.dataset.chart}-numbers tbody tr`)].reverse();
    return {
      times: rows.map((row) => Date.parse(row.querySelector('time').dateTime) / 1000),
      counts: PRODUCTS.map((_, i) => rows.map((row) => Number(row.cells[i + 1].textContent.replaceAll(',', '')))),
    };
  }

  // Stacked bars: each series is drawn as the sum of itself and those below it, the tallest first.
  function draw({ box, times, counts }) {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const sums = counts.map((_, i) =>
      times.map((_, t) => counts.slice(0, i + 1).reduce((sum, row) => sum + row[t], 0)),
    );
    const order = PRODUCTS.map((_, i) => i).reverse();
    const axis = { stroke: colour('quiet'), grid: { stroke: colour('rule'), width: 1 }, ticks: { show: false } };
    const unit = box.dataset.unit;
    const step = times[1] - times[0];
    const label = (seconds) => {
      const iso = new Date(seconds * 1000).toISOString();
      return unit === 'day' ? iso.slice(5, 10) : iso.slice(11, 16);
    };
    box.replaceChildren();
    new uPlot(
      {
        width: box.clientWidth,
        height: 220,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        scales: {
          // Room for half a bar at both ends.
          x: { range: (_, min, max) => [min - step / 2, max + step / 2] },
          y: { range: (_, __, max) => [0, Math.max(5, max * 1.1)] },
        },
        cursor: { y: false, drag: { x: false, y: false } },
        axes: [
          { ...axis, values: (_, splits) => splits.map(label) },
          {
            ...axis,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
            size: 64,
          },
        ],
        series: [
          { label: 'UTC', value: unit === 'day' ? '{YYYY}-{MM}-{DD}' : '{HH}:{mm}' },
          ...order.map((i) => ({
            label: PRODUCTS[i],
            fill: colour(PRODUCTS[i]),
            width: 0,
            points: { show: false },
            paths: uPlot.paths.bars({ size: [0.75, 40] }),
            value: (_, __, ___, t) => (t === null ? '·' : counts[i][t].toLocaleString('en-US')),
          })),
        ],
      },
      [times, ...order.map((i) => sums[i])],
      box,
    );
  }

  const drawAll = () => plots.forEach(draw);
  drawAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  let waiting;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(drawAll);
  });
})();
