/** Channel on which the id of a session is told to all processes when somebody ends it. */
export const SESSION_ENDS_CHANNEL = 'session_ends';
