const TAG_LENGTH = 8;

/** @returns the end of a random ID: enough to tell the users of one browser apart, and nothing that leads to one */
export function tagOf(userId: string): string {
  return userId.slice(-TAG_LENGTH);
}
