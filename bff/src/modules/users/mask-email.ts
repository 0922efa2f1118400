/** Masks an address: `ann@example.com` → `a••@example.com`. Typing mistakes in the domain stay visible. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return hide(email.slice(0, at)) + email.slice(at);
}

/**
 * Masks an address with its domain: `ann@example.com` → `a••@e••••••.com`. Its owner recognizes it; a stranger who has
 * chosen name and domain cannot send a text with them.
 */
export function maskWholeEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const end = email.lastIndexOf('.');
  return `${hide(email.slice(0, at - 1))}@${hide(email.slice(at, end))}${email.slice(end)}`;
}

/** Shows the first character only. */
function hide(text: string): string {
  return text.slice(0, 1) + '•'.repeat(Math.max(1, text.length - 1));
}
