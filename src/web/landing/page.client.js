// Answers while one types. The page answers as well without this: the form then loads it anew with the answer in it.
(() => {
  const form = document.querySelector('form');
  const box = document.querySelector('#code');
  const answer = document.querySelector('#answer');
  const settleMs = 250;
  let asking;
  let timer;

  async function ask(code) {
    asking?.abort();
    asking = new AbortController();
    const address = `/?code=${encodeURIComponent(code)}`;
    try {
      const response = await fetch(address, { signal: asking.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      answer.replaceChildren(...page.querySelector('#answer').childNodes);
      history.replaceState(null, '', address);
    } catch (error) {
      if (error.name !== 'AbortError') answer.textContent = 'No answer: the connection failed. Try again.';
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    ask(box.value.trim());
  });
  box.addEventListener('input', () => {
    clearTimeout(timer);
    const code = box.value.trim();
    // A code is complete at 4, 6, 8 or 10 digits; in between there is nothing to say yet.
    if (/^\d{4}(\.?\d\d){0,3}$/.test(code)) timer = setTimeout(ask, settleMs, code);
  });
})();
