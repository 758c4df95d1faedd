// What needs JavaScript: copy buttons, the modal dialog of a new key, the numbers of the bar under the pointer, and half-written forms.
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

  keepDrafts();

  // A half-written form is kept in this tab until it was accepted, so that the end of a session loses nothing. Never kept: passwords,
  // files, hidden fields, anything with a key in it, and what another operator typed.
  function keepDrafts() {
    const PREFIX = 'draft ';
    const SECRET = /svc_[0-9A-Za-z]{5}/;
    const operator = document.body.dataset.operator;
    const storage = tabStorage();
    if (!storage) return;
    const read = (name) => {
      try {
        return JSON.parse(storage.getItem(name));
      } catch {
        return null;
      }
    };
    const names = Object.keys(storage).filter((name) => name.startsWith(PREFIX));
    // A form that was sent is accepted if the page after it is neither an error nor the sign-in.
    const isRefused = !operator || 'error' in document.body.dataset;
    for (const name of names) {
      const draft = read(name);
      const isForeign = operator && draft?.operator !== operator;
      if (!draft || isForeign || (draft.sent && !isRefused)) storage.removeItem(name);
      else if (draft.sent) setItem(name, JSON.stringify({ ...draft, sent: false }));
    }
    for (const form of document.querySelectorAll(
      'form[action="/operator/sign-out"], form[action="/operator/sessions/end"]',
    )) {
      form.addEventListener('submit', () => {
        for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
      });
    }
    if (!operator) return;
    for (const form of document.querySelectorAll('form[data-draft]')) keepDraft(form, PREFIX + form.dataset.draft);

    function keepDraft(form, name) {
      const fields = [...form.elements].filter(
        ({ name, type, disabled }) => name && !disabled && !['hidden', 'password', 'file', 'submit'].includes(type),
      );
      const contentOf = (field) => (field.type === 'checkbox' ? field.checked : field.value);
      // A form that was refused comes back with what was typed: all of it is unsaved.
      const initial = 'refused' in form.dataset ? [] : fields.map(contentOf);
      const draft = read(name);
      if (draft) restore(draft.values);
      const save = (sent) => {
        const changed = fields.filter((field, at) => contentOf(field) !== initial[at] && !SECRET.test(field.value));
        const values = Object.fromEntries(changed.map((field) => [field.name, contentOf(field)]));
        if (changed.length === 0) storage.removeItem(name);
        else setItem(name, JSON.stringify({ operator, sent, values }));
      };
      form.addEventListener('input', () => save(false));
      form.addEventListener('submit', () => save(true));

      function restore(values) {
        let restored = 0;
        for (const field of fields) {
          const value = values[field.name];
          if (value === undefined || contentOf(field) === value) continue;
          if (field.type === 'checkbox') field.checked = value;
          else field.value = value;
          restored++;
        }
        if (restored === 0) return;
        const notice = document.createElement('p');
        notice.className = 'notice mild';
        notice.setAttribute('role', 'status');
        notice.textContent = 'What you typed here before is back. It is not saved yet. ';
        const discard = document.createElement('button');
        discard.type = 'button';
        discard.textContent = 'Discard it';
        discard.addEventListener('click', () => {
          storage.removeItem(name);
          location.reload();
        });
        notice.append(discard);
        form.before(notice);
      }
    }
  }

  /** A full storage keeps nothing more. The form works all the same. */
  function setItem(name, text) {
    try {
      sessionStorage.setItem(name, text);
    } catch {}
  }

  function tabStorage() {
    try {
      return sessionStorage;
    } catch {
      return undefined;
    }
  }
})();
