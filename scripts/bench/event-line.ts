import { type ClientRequest, request } from 'node:http';
import { type ServerEvent, serverEvent } from '#wire/events';

/** A stream of server-sent events, as a browser keeps one open. */
export interface EventLine {
  close(): void;
}

/** Opens a stream; resolves with its first event. Rejects when the server refuses it. */
export function openEventLine(
  appUrl: string,
  accessToken: string,
  onEvent: (event: ServerEvent) => void,
): Promise<EventLine> {
  return new Promise((opened, refused) => {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' };
    const clientRequest: ClientRequest = request(`${appUrl}/api/events`, { headers, agent: false });
    clientRequest.on('error', refused);
    clientRequest.on('response', (response) => {
      if (response.statusCode !== 200) {
        refused(new Error(`An event stream was refused with ${response.statusCode}.`));
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
        opened({ close: () => clientRequest.destroy() });
      });
    });
    clientRequest.end();
  });
}
