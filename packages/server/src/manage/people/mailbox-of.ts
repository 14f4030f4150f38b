/**
 * The mailbox of an address, as far as it can be told: letters count in any case, and most mail servers deliver
 * `name+anything` to `name`. Limits of mail count mailboxes, because each would otherwise have as many as somebody invents.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const plus = address.indexOf("+");
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}
