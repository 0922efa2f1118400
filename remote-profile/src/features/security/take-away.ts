/** Hands lines of text to the browser as a file. */
export function saveLines(fileName: string, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Prints lines of text on a page of their own, which is gone with the browser's window for it. */
export function printLines(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  // A frame that is not displayed prints nothing in some browsers.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const { contentWindow, contentDocument } = frame;
  if (contentWindow === null || contentDocument === null) {
    frame.remove();
    return;
  }
  const heading = contentDocument.createElement('h1');
  heading.textContent = title;
  const text = contentDocument.createElement('pre');
  text.textContent = lines.join('\n');
  contentDocument.body.append(heading, text);
  contentWindow.addEventListener('afterprint', () => frame.remove());
  contentWindow.print();
}
