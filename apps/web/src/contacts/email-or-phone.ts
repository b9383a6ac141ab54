const WHOLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
/** With its country code: E.164 has 8 to 15 digits here, with whatever people put between them. */
const WHOLE_PHONE = /^\+(?:[\s().-]*\d){8,15}$/;

/** @returns which of the two a text looks like as a whole; a phone needs its country code. Null for neither */
export function emailOrPhoneKind(text: string): 'email' | 'phone' | null {
  const trimmed = text.trim();
  if (WHOLE_EMAIL.test(trimmed)) return 'email';
  return WHOLE_PHONE.test(trimmed) ? 'phone' : null;
}

/** @returns the text when it looks like a whole email, or a phone with its country code; null while it doesn't */
export function wholeEmailOrPhone(text: string): string | null {
  return emailOrPhoneKind(text) === null ? null : text.trim();
}

/** @returns an email in lower case, or a phone as a plus and its digits, so that two of them can be compared */
export function normalizedEmailOrPhone(typed: string): string {
  const text = typed.trim();
  return text.includes('@') ? text.toLowerCase() : `+${text.replace(/\D/g, '')}`;
}
