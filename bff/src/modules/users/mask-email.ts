/** `ann@example.com` → `a••@example.com`: enough to see a typing mistake in the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}
