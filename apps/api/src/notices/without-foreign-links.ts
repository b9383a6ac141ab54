import { isIP } from 'node:net';
import type { NoticeContent } from './notice-text.ts';

/** Mail programs make a link of a host's name or address too, as in `evil.example`, whichever of its dots it has. */
const LINK = /:\/\/|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2,}|\d+(?:\.\d+){3}/u;

/**
 * Leaves out what would lead elsewhere: whoever can write to the outbox can put words into a notice, which then comes
 * from us. The rest of the notice is sent, so that no word silences it.
 * @param host of the web app, to which `link` may lead; null when it is not known
 */
export function withoutForeignLinks(content: NoticeContent, host: string | null): NoticeContent {
  return Object.fromEntries(
    Object.entries(content).filter(([key, text]) => {
      if (key === 'link') return leadsTo(host, text);
      return key === 'ip' ? isIP(text) !== 0 : !LINK.test(text);
    }),
  );
}

function leadsTo(host: string | null, link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, hostname } = new URL(link);
  return hostname === host && (protocol === 'https:' || protocol === 'http:');
}
