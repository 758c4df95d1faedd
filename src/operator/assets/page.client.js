// What needs JavaScript: copy buttons, the modal dialog of a new key, and the numbers of the bar under the pointer.
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

  // The numbers of the bar under the pointer, above the chart. Without this the browser shows them as a tooltip.
  for (const chart of document.querySelectorAll('.chart')) {
    const readout = chart.querySelector('.readout');
    chart.addEventListener('pointerover', ({ target }) => {
      readout.textContent = target.closest('.slot')?.querySelector('title').textContent ?? '';
    });
    chart.addEventListener('pointerleave', () => {
      readout.textContent = '';
    });
  }
})();
