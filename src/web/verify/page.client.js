// Compares a chosen or dropped file with the certificate on record, or looks for the certificate that it is. The file is read in the browser
// and not sent anywhere.
(() => {
  const drop = document.querySelector('.drop');
  const verdict = document.querySelector('#verdict');
  const { sha256: expected, state, search } = drop.dataset;
  /** The file by which this page was found, if it was: it need not be dropped again. */
  const FOUND = 'file-sha256';
  const bytesMax = 50 * 1024 * 1024;
  let latest = 0;

  function say(state, text) {
    verdict.className = `state ${state}`;
    verdict.textContent = text;
  }

  function judge(actual) {
    if (actual !== expected) say('bad', 'No match: this file is not the certificate on record, or it was changed.');
    else if (state === 'sample') say('mild', 'Match: this file is the sample, byte for byte. It is not a certificate.');
    else if (state === 'revoked' || state === 'superseded') say('bad', `Match, but this certificate was ${state}.`);
    else say('good', 'Match: this file is the certificate on record, byte for byte.');
  }

  async function compare(file) {
    if (!file) return;
    const turn = ++latest;
    if (!globalThis.crypto?.subtle) {
      return say('mild', 'This browser computes SHA-256 only over HTTPS. Compare the SHA-256 by hand.');
    }
    if (file.size > bytesMax) return say('bad', 'No match: this file is far larger than any certificate.');
    say('mild', 'Comparing…');
    try {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
      const actual = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
      // Ignore this result if another file was chosen in the meantime.
      if (turn !== latest) return;
      if (search === undefined) return judge(actual);
      say('mild', 'Looking for it…');
      globalThis.sessionStorage?.setItem(FOUND, actual);
      location.assign(`/verify?sha256=${actual}`);
    } catch {
      if (turn === latest) say('mild', 'This file could not be read.');
    }
  }

  const input = drop.querySelector('input');
  input.addEventListener('change', () => compare(input.files[0]));
  const found = globalThis.sessionStorage?.getItem(FOUND);
  if (found && found === expected) {
    sessionStorage.removeItem(FOUND);
    judge(found);
  }
  // A file that was chosen before this script arrived.
  compare(input.files[0]);
  // Listen on the whole page: otherwise the browser opens a file that is dropped beside the box and leaves this page.
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  document.addEventListener('dragleave', () => drop.classList.remove('over'));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    compare(event.dataTransfer.files[0]);
  });
})();
