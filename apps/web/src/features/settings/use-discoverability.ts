import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#language/t';
import { useInOrder } from '../../lib/use-in-order.ts';
import { showToast } from '../../state/toast.ts';
import { changeDiscoverability } from './api/change-discoverability.ts';
import { DISCOVERABILITY_KEY, useDiscoverabilitySetting } from './api/discoverability.ts';

/** 'Let people find me': what the server says, changed immediately and back again when the server refuses. */
export function useDiscoverability() {
  const { data, isError, isFetching, refetch } = useDiscoverabilitySetting();
  const client = useQueryClient();
  const latest = useRef(0);
  const inOrder = useInOrder();

  const show = (isDiscoverable: boolean) =>
    client.setQueryData(DISCOVERABILITY_KEY, { isDiscoverable });

  async function change(isOn: boolean) {
    latest.current += 1;
    const mine = latest.current;
    await client.cancelQueries({ queryKey: DISCOVERABILITY_KEY });
    show(isOn);
    const error = await inOrder(() => changeDiscoverability(isOn));
    if (mine !== latest.current || error === null) return;
    show(!isOn);
    if (error.code === 'aborted') return;
    // Without a response, the server may have stored it all the same.
    void refetch();
    const { message } = error;
    const text = isOn
      ? t('People still can’t find you. {message}', { message })
      : t('People can still find you. {message}', { message });
    showToast(text, { tone: 'error' });
  }

  return {
    /** Null until known. */
    isOn: data?.isDiscoverable ?? null,
    hasFailed: data === undefined && isError,
    isRetrying: isFetching,
    retry: () => void refetch(),
    change: (isOn: boolean) => void change(isOn),
  };
}
