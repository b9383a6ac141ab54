import type { BodyOf } from '#wire/contract';
import { addContact as addContract } from '#wire/wallet/add-contact';
import { changeContact as changeContract } from '#wire/wallet/change-contact';
import { removeContact as removeContract } from '#wire/wallet/remove-contact';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { callApi } from '../../lib/api-client.ts';
import type { ApiError, ApiResult } from '../../lib/api-result.ts';

/** What a user enters about a contact. */
export type ContactContent = BodyOf<typeof addContract>;

/** Saves a new contact. */
export async function addContact(content: ContactContent): Promise<ApiResult<SavedContact>> {
  const result = await callApi(addContract, { body: content });
  return result.ok ? { ok: true, data: result.data.data } : result;
}

/** Replaces a contact that was read as `contact`; refused when it was changed since. */
export async function changeContact(
  { id, version }: Pick<SavedContact, 'id' | 'version'>,
  content: ContactContent,
): Promise<ApiResult<SavedContact>> {
  const result = await callApi(changeContract, { params: { id }, body: { ...content, version } });
  return result.ok ? { ok: true, data: result.data.data } : result;
}

/** Removes a contact. @returns the error, or null on success. */
export async function removeContact(id: string): Promise<ApiError | null> {
  const result = await callApi(removeContract, { params: { id }, body: {} });
  return result.ok ? null : result.error;
}
