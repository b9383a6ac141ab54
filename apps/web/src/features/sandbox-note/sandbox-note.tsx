import { useEffect, useState } from 'react';
import { about } from '../../lib/about.ts';
import { rich } from '../../ui/rich.tsx';

/** Links to the inbox of a sandbox. Renders nothing when real messages are sent or the server does not respond. */
export default function SandboxNote() {
  const messagesUrl = useMessagesUrl();
  return messagesUrl === null ? null : (
    <a href={messagesUrl} target="_blank" rel="noopener">
      {rich('This is a sandbox. Your codes arrive here.<part> (opens in a new tab)</part>', {
        part: (inside) => <span className="visually-hidden">{inside}</span>,
      })}
    </a>
  );
}

function useMessagesUrl(): string | null {
  const [messagesUrl, setMessagesUrl] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    about().then((result) => {
      if (isHere && result.ok) setMessagesUrl(result.data.messagesUrl);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return messagesUrl;
}
