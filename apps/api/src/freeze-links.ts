import { createFreezeLinks, FREEZE_LINKS_FILE } from './adapters/key-vault/freeze-links.ts';
import { readSecret } from './adapters/key-vault/key-files.ts';
import { createFreezeLink } from './application/freeze-link.ts';
import type { CommonConfig } from './config-groups.ts';
import type { FreezeLinks } from './ports/freeze-links.ts';

/** Reads the key that `api`, `worker` and `recovery` share. */
export async function readFreezeLinks({
  keyFolder,
}: Pick<CommonConfig, 'keyFolder'>): Promise<FreezeLinks> {
  return createFreezeLinks(await readSecret(keyFolder, FREEZE_LINKS_FILE));
}

/** @returns what makes the links in emails of this process */
export async function readFreezeLink(
  config: Pick<CommonConfig, 'keyFolder'> & { readonly publicOrigins: readonly string[] },
  clock: { readonly now: () => Date },
): Promise<(userId: string) => string | null> {
  const [origin = null] = config.publicOrigins;
  return createFreezeLink(await readFreezeLinks(config), origin, clock);
}
