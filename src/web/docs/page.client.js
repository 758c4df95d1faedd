// Search, copy buttons, the language of the samples, and the form that sends a request. Every page can be read without it.
(() => {
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  copyButtons();
  languages();
  search();
  const form = document.querySelector('form.try');
  if (form) tryIt(form);

  function copyButtons() {
    for (const block of document.querySelectorAll('main pre')) {
      // What a command prints is not there to be copied.
      if (block.querySelector('.language-text, .language-json')) continue;
      const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(block.textContent);
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 2000);
      });
      const frame = make('div', { className: 'code' });
      if (block.dataset.language) frame.dataset.language = block.dataset.language;
      block.replaceWith(frame);
      frame.append(block, button);
    }
  }

  /** Keeps the chosen language for the next pages. */
  function languages() {
    const inputs = [...document.querySelectorAll('input[name=language]')];
    const known = stored(localStorage, 'language');
    for (const input of inputs) {
      if (input.value === known) input.checked = true;
      input.addEventListener('change', () => store(localStorage, 'language', input.value));
    }
  }

  /** Storage may be forbidden by the browser's settings. */
  function stored(storage, name) {
    try {
      return storage.getItem(`portside.${name}`);
    } catch {
      return null;
    }
  }
  function store(storage, name, value) {
    try {
      storage.setItem(`portside.${name}`, value);
    } catch {}
  }

  function search() {
    const field = document.querySelector('#search');
    const results = make('ul', { id: 'results', hidden: true });
    const count = make('p', { className: 'unseen' });
    count.setAttribute('role', 'status');
    field.closest('search').append(results, count);
    let index;
    const load = () => {
      index ??= fetch('/docs/search').then(async (response) => entriesOf(await response.text()));
      return index;
    };
    field.addEventListener('focus', load, { once: true });
    field.addEventListener('input', show);
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') results.hidden = true;
      const isTyping = event.target.closest?.('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.focus();
    });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      results.querySelector('a')?.focus();
    });
    results.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
      if (!step) return;
      event.preventDefault();
      (event.target.closest('li')[step]?.querySelector('a') ?? field).focus();
    });
    document.addEventListener('click', (event) => {
      if (!event.target.closest('search')) results.hidden = true;
    });
    field.value = new URLSearchParams(location.search).get('q') ?? '';
    if (field.value) show();

    async function show() {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const entries = await load();
      const found = entries
        .map((entry) => ({ ...entry, rank: rankOf(entry, words) }))
        .filter(({ rank }) => rank > 0)
        .sort((a, b) => b.rank - a.rank)
        .slice(0, 12);
      results.hidden = words.length === 0;
      results.replaceChildren(
        ...found.map(({ address, title, page }) =>
          make('li', {}, make('a', { href: address }, title, ...(page ? [make('small', { textContent: page })] : []))),
        ),
        ...(found.length === 0 ? [make('li', { className: 'none', textContent: 'Nothing found.' })] : []),
      );
      count.textContent = words.length === 0 ? '' : `${found.length} results`;
    }
  }

  function entriesOf(html) {
    const page = new DOMParser().parseFromString(html, 'text/html');
    return [...page.querySelectorAll('.index > li')].flatMap((item) => {
      const title = item.querySelector('a').textContent;
      const own = {
        title,
        page: '',
        text: item.querySelector('p').textContent,
        address: item.querySelector('a').getAttribute('href'),
      };
      const parts = [...item.querySelectorAll('ul a')].map((link) => ({
        title: link.textContent,
        page: title,
        text: '',
        address: link.getAttribute('href'),
      }));
      return [own, ...parts];
    });
  }

  /** Every word must be found. A page counts more than a part of it, and a title more than the text. */
  function rankOf({ title, page, text }, words) {
    const [first, rest] = [title.toLowerCase(), `${page} ${text}`.toLowerCase()];
    const ranks = words.map((word) =>
      first.startsWith(word) ? 4 : first.includes(word) ? 3 : rest.includes(word) ? 1 : 0,
    );
    return ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, page ? 0 : 1);
  }

  function tryIt(form) {
    document.querySelector('#try').hidden = false;
    const key = form.querySelector('[data-key]');
    if (key) key.value = stored(sessionStorage, 'key') ?? '';
    const answer = document.querySelector('#try-answer');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (key) store(sessionStorage, 'key', key.value.trim());
      const button = form.querySelector('button');
      button.disabled = true;
      answer.replaceChildren(make('p', { textContent: 'Waiting for the answer…' }));
      try {
        answer.replaceChildren(...(await send(form, key)));
      } catch (error) {
        answer.replaceChildren(make('p', { textContent: `The request failed: ${error.message}` }));
      }
      button.disabled = false;
    });
  }

  async function send(form, key) {
    const { method, path, accept } = form.dataset;
    const headers = { accept };
    if (key) headers.authorization = `Bearer ${key.value.trim()}`;
    const query = new URLSearchParams();
    let address = path;
    for (const field of form.querySelectorAll('[data-name]')) {
      const { name, in: where } = field.dataset;
      if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(field.value));
      else if (field.value === '') continue;
      else if (where === 'query') query.set(name, field.value);
      else headers[name] = field.value;
    }
    const body = form.querySelector('[data-body]')?.value;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(query.size > 0 ? `${address}?${query}` : address, {
      method: method.toUpperCase(),
      headers,
      body,
      credentials: 'omit',
    });
    return view(response, await response.text());
  }

  function view(response, text) {
    const left = response.headers.get('ratelimit');
    const facts = [`${response.status}`, response.headers.get('x-request-id'), left && `left: ${left}`].filter(Boolean);
    let shown = text;
    let links = [];
    try {
      const value = JSON.parse(text);
      shown = JSON.stringify(value, null, 2);
      if (value.gcc_pdf_url) links = [make('p', {}, make('a', { href: value.gcc_pdf_url }, 'Open the certificate'))];
      if (value.error) {
        const address = `/docs/errors#${value.error}-${response.status}`;
        links = [make('p', {}, make('a', { href: address }, `What to do about ${value.error}`))];
      }
    } catch {}
    const block = make('pre', { tabIndex: 0 }, make('code', { textContent: shown.slice(0, 100_000) }));
    return [make('p', { className: response.ok ? 'good' : 'bad', textContent: facts.join(' · ') }), ...links, block];
  }
})();
