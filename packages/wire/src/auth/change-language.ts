import * as z from 'zod/mini';
import { LANGUAGES } from '#language/languages';
import { defineContract } from '../contract.ts';

/** Sets the language of the user's emails and messages. */
export const changeLanguage = defineContract({
  name: 'change-language',
  summary: 'Set the language of emails and messages',
  method: 'PUT',
  path: '/user/language',
  access: 'session',
  body: z.strictObject({ language: z.enum(LANGUAGES) }),
  response: z.object({ data: z.object({ language: z.enum(LANGUAGES) }) }),
  errors: [],
});
