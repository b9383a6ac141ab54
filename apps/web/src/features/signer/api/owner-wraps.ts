import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf, ResponseOf } from '#wire/contract';
import { addOwnerWrap as addContract } from '#wire/wallet/add-owner-wrap';
import { ownerWrapBox } from '#wire/wallet/owner-wrap-box';
import { ownerWraps } from '#wire/wallet/owner-wraps';
import { removeOwnerWrap as removeContract } from '#wire/wallet/remove-owner-wrap';
import { renameOwnerWrap as renameContract } from '#wire/wallet/rename-owner-wrap';
import { callApi } from '../../../lib/api-client.ts';
import { type ApiResult, dataOrThrow } from '../../../lib/api-result.ts';

/** A way to open the keys, with what only that way opens. */
type OwnerBox = ResponseOf<typeof ownerWrapBox>['wrap'];
/** A way to open the keys, as it is listed. */
export type ListedWrap = ResponseOf<typeof ownerWraps>['wraps'][number];

/** Everything about them begins with this. */
export const WRAPS_KEY = ['wallet', 'owner-wraps'] as const;

/** The ways to open the keys, the oldest first. */
export function useOwnerWraps() {
  return useQuery({
    queryKey: [...WRAPS_KEY, 'list'],
    queryFn: async () => dataOrThrow(await callApi(ownerWraps, {})).wraps,
  });
}

/** The ways that there are now, with what each opens: one that was removed elsewhere a moment ago is not among them. */
export function useOwnerBoxes() {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...WRAPS_KEY, 'boxes'],
    queryFn: () => readBoxes(client),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** @throws ApiFailure when one could not be read */
async function readBoxes(client: QueryClient): Promise<readonly OwnerBox[]> {
  const { wraps } = dataOrThrow(await callApi(ownerWraps, {}));
  return Promise.all(wraps.map(({ id }) => readBox(client, id)));
}

/** Each is read once: it never changes, and is of no use to anyone else. */
function readBox(client: QueryClient, id: string): Promise<OwnerBox> {
  return client.ensureQueryData({
    queryKey: ['wallet', 'owner-wrap-box', id],
    queryFn: async () => dataOrThrow(await callApi(ownerWrapBox, { params: { id } })).wrap,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Stores a way to open the keys, which the signer sealed. */
export function addOwnerWrap(
  body: BodyInputOf<typeof addContract>,
): Promise<ApiResult<ResponseOf<typeof addContract>>> {
  return callApi(addContract, { body });
}

/** Renames a way to open the keys. */
export function renameOwnerWrap(
  id: string,
  label: string,
): Promise<ApiResult<ResponseOf<typeof renameContract>>> {
  return callApi(renameContract, { params: { id }, body: { label } });
}

/** Deletes what a way opens. */
export function removeOwnerWrap(id: string): Promise<ApiResult<ResponseOf<typeof removeContract>>> {
  return callApi(removeContract, { params: { id }, body: {} });
}
