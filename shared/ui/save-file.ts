/** Saves a file in the customer's downloads; `name` includes the extension. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the URL after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
