// A half-written form is kept in this tab until it was accepted, so that the end of a session loses nothing. Never kept: passwords,
// files, hidden fields, anything with a key in it, and what another visitor typed. A page says with `data-draft-owner` who is signed in,
// and with `data-error` that nothing was done. A form says with `data-draft` by which name it is kept, with `data-returned` that it comes
// back with what was typed, and with `data-ends-session` that all end.
(() => {
  const PREFIX = 'draft ';
  const SECRET = /svc_[0-9A-Za-z]{5}/;
  const owner = document.body.dataset.draftOwner;
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
  const isRefused = !owner || 'error' in document.body.dataset;
  for (const name of names) {
    const draft = read(name);
    const isForeign = owner && draft?.owner !== owner;
    if (!draft || isForeign || (draft.sent && !isRefused)) storage.removeItem(name);
    else if (draft.sent) setItem(name, JSON.stringify({ ...draft, sent: false }));
  }
  for (const form of document.querySelectorAll('form[data-ends-session]')) {
    form.addEventListener('submit', () => {
      for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
    });
  }
  if (!owner) return;
  for (const form of document.querySelectorAll('form[data-draft]')) keepDraft(form, PREFIX + form.dataset.draft);

  function keepDraft(form, name) {
    const fields = [...form.elements].filter(
      ({ name, type, disabled }) => name && !disabled && !['hidden', 'password', 'file', 'submit'].includes(type),
    );
    const contentOf = (field) => (isChoice(field) ? field.checked : field.value);
    // A form that comes back, because it was refused or a button filled a part of it, has what was typed: all of it is unsaved.
    const isReturned = 'returned' in form.dataset;
    const initial = isReturned ? [] : fields.map(contentOf);
    const draft = read(name);
    if (draft && !isReturned) restore(draft.values);
    const save = (sent) => {
      const changed = fields.filter((field, at) => contentOf(field) !== initial[at] && !SECRET.test(field.value));
      const values = Object.fromEntries(changed.map((field) => [keyOf(field), contentOf(field)]));
      if (changed.length === 0) storage.removeItem(name);
      else setItem(name, JSON.stringify({ owner, sent, values }));
    };
    if (isReturned) save(false);
    form.addEventListener('input', () => save(false));
    form.addEventListener('submit', () => save(true));
    // A form that htmx sent stays on the page, whatever the answer.
    form.addEventListener('htmx:afterRequest', ({ target, detail: { xhr } }) => {
      if (target !== form) return;
      if (xhr.status >= 200 && xhr.status < 400) storage.removeItem(name);
      else save(false);
    });

    function restore(values) {
      let restored = 0;
      for (const field of fields) {
        const value = values[keyOf(field)];
        if (value === undefined || contentOf(field) === value) continue;
        if (isChoice(field)) field.checked = value;
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

  function isChoice({ type }) {
    return type === 'checkbox' || type === 'radio';
  }

  /** Choices of one name differ by their values. */
  function keyOf(field) {
    return isChoice(field) && field.value !== 'on' ? `${field.name}=${field.value}` : field.name;
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
