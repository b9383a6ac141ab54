/** @returns 64 hex digits that stand for an email or a phone number and lead back to neither without a key */
export type TagRecipient = (value: string) => string;
