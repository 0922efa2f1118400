/** Texts are trusted as the program is: they come from the same server. */
export async function isReleasedText(_address: string, _content: ArrayBuffer): Promise<boolean> {
  return true;
}
