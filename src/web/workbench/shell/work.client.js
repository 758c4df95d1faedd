// What needs JavaScript and htmx does not do: dropping files, how much of a file was sent, a server that does not answer, a session that
// has ended, copying and printing. Elements are found when something happens to them, so parts that htmx brings later work too.
(() => {
  // Looked for each time: a boosted form replaces the whole page.
  const problem = () => document.getElementById('problem');
  let isSignedOut = false;

  function tell(text) {
    const notice = document.createElement('div');
    notice.className = 'notice bad';
    notice.setAttribute('role', 'alert');
    notice.textContent = text;
    problem().replaceChildren(notice);
    problem().scrollIntoView({ block: 'nearest' });
  }

  document.addEventListener('htmx:beforeRequest', (event) => {
    const { elt, requestConfig } = event.detail;
    // Asking again and again cannot succeed after the session has ended.
    if (isSignedOut && requestConfig.verb === 'get' && elt.getAttribute('hx-trigger')?.includes('every')) {
      event.preventDefault();
    }
  });
  document.addEventListener('htmx:afterRequest', ({ detail: { xhr, requestConfig } }) => {
    if (xhr.status === 401) isSignedOut = true;
    else if (xhr.status > 0 && xhr.status < 400) {
      isSignedOut = false;
      // What a polling part says must not remove what was said of a form.
      if (requestConfig.verb !== 'get') problem().replaceChildren();
    }
  });
  document.addEventListener('htmx:sendError', ({ detail: { requestConfig } }) => {
    const isRead = requestConfig.verb === 'get';
    tell(
      isRead
        ? 'The server does not answer. What you see may be out of date. It is asked again.'
        : 'The server did not answer, so it is not known whether this was done. What you typed is still here. Look at the list before you send it again.',
    );
  });
  document.addEventListener('htmx:timeout', () => tell('The server took too long to answer. Try again.'));

  // What was chosen in a list is shown in a panel, which may be far from the list on a phone.
  document.addEventListener('htmx:afterSwap', ({ target }) => {
    if (!target.matches('[data-panel]')) return;
    const { top, bottom } = target.getBoundingClientRect();
    if (top > innerHeight || bottom < 0) target.scrollIntoView();
  });

  // Files
  const dropOf = (target) => (target instanceof Element ? target.closest('[data-drop]') : null);
  const sizeText = (bytes) =>
    bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

  function showFile(drop) {
    const input = drop.querySelector('input[type=file]');
    const text = drop.querySelector('[data-drop-text]');
    const [file] = input.files;
    const max = Number(drop.dataset.bytesMax);
    const isTooLarge = file !== undefined && file.size > max;
    const message = isTooLarge ? `This file has ${sizeText(file.size)}. At most ${sizeText(max)} can be sent.` : '';
    input.setCustomValidity(message);
    text.hidden = !file;
    text.textContent = message || (file ? `${file.name}, ${sizeText(file.size)}` : '');
    text.classList.toggle('faulty', isTooLarge);
  }
  // A choice in a form of filters is applied at once.
  document.addEventListener('change', ({ target }) => {
    if (target.matches('form[data-applies] select')) target.form.requestSubmit();
  });
  document.addEventListener('change', ({ target }) => {
    const drop = dropOf(target);
    if (drop && target.type === 'file') showFile(drop);
  });
  document.addEventListener('dragover', (event) => {
    const drop = dropOf(event.target);
    if (!drop) return;
    event.preventDefault();
    drop.classList.add('over');
  });
  document.addEventListener('dragleave', ({ target }) => dropOf(target)?.classList.remove('over'));
  document.addEventListener('drop', (event) => {
    const drop = dropOf(event.target);
    if (!drop) return;
    event.preventDefault();
    drop.classList.remove('over');
    if (event.dataTransfer.files.length === 0) return;
    drop.querySelector('input[type=file]').files = event.dataTransfer.files;
    showFile(drop);
  });
  document.addEventListener('htmx:xhr:progress', ({ target, detail: { lengthComputable, loaded, total } }) => {
    const bar = target.querySelector?.('[data-drop-progress]');
    if (!bar || !lengthComputable) return;
    bar.hidden = loaded >= total && bar.hidden;
    bar.value = Math.round((100 * loaded) / total);
  });
  document.addEventListener('htmx:afterRequest', ({ target }) => {
    const bar = target.querySelector?.('[data-drop-progress]');
    if (bar) bar.hidden = true;
  });

  // Copying and printing
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copies], [data-prints]') : null;
    if (!button) return;
    if ('prints' in button.dataset) {
      print();
      return;
    }
    const { textContent } = button;
    await navigator.clipboard?.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = textContent;
    }, 2000);
  });
})();
