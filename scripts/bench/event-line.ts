import { type ClientRequest, request } from 'node:http';
import { type ServerEvent, serverEvent } from '#wire/events';

/** A line of server-sent events, as a browser holds one open. */
export interface EventLine {
  close(): void;
}

/** Opens a line; resolves with the first event of it. Rejects when the server does not let it in. */
export function openEventLine(
  appUrl: string,
  accessToken: string,
  onEvent: (event: ServerEvent) => void,
): Promise<EventLine> {
  return new Promise((opened, refused) => {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' };
    const requested: ClientRequest = request(`${appUrl}/api/events`, { headers, agent: false });
    requested.on('error', refused);
    requested.on('response', (response) => {
      if (response.statusCode !== 200) {
        refused(new Error(`A line of events was refused with ${response.statusCode}.`));
      }
      let rest = '';
      response.setEncoding('utf8');
      response.on('error', refused);
      response.on('data', (text: string) => {
        const parts = `${rest}${text}`.split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          if (part.startsWith('data: ')) onEvent(serverEvent.parse(JSON.parse(part.slice(6))));
        }
        opened({ close: () => requested.destroy() });
      });
    });
    requested.end();
  });
}
