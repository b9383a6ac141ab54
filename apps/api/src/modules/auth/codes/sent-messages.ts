import type { PhoneCode } from '#wire/auth/codes-sent';

const UNAVAILABLE = 'We can’t send texts right now. Try again later.';

const resetByPhoneCode: Readonly<Record<PhoneCode, string>> = {
  sent: 'If these details have an account, we sent both codes.',
  'after-email-code':
    'If these details have an account, we emailed a code. Enter it, and we’ll text the other one.',
  unavailable: UNAVAILABLE,
};

const resendByPhoneCode: Readonly<Record<PhoneCode, string>> = {
  sent: 'If this email address has a registration, we sent new codes.',
  'after-email-code':
    'If this email address has a registration, we emailed a code. Enter it, and we’ll text the other one.',
  unavailable: UNAVAILABLE,
};

/** @returns what was sent for a new password */
export function resetMessage(phoneCode: PhoneCode): string {
  return resetByPhoneCode[phoneCode];
}

/** @returns what was sent for a registration */
export function resendMessage(phoneCode: PhoneCode): string {
  return resendByPhoneCode[phoneCode];
}

/** @returns what became of the text message that waited for the code of the email */
export function textMessage(phoneCode: PhoneCode): string {
  return phoneCode === 'unavailable' ? UNAVAILABLE : 'We texted you the other code.';
}
