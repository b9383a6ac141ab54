import { useEffect } from 'react';
import { useNavigate } from '../../../lib/navigation/navigation.tsx';
import { pushSupport } from '../../../lib/push/push-support.ts';
import type { FromServiceWorker } from '../../../lib/service-worker.ts';
import { paths } from '../../../paths.ts';
import { resumePush } from './resume-push.ts';

/** Renders nothing. Keeps push messages arriving at this browser, and follows a clicked notification to the inbox. */
export default function PushMessages() {
  const navigate = useNavigate();
  useEffect(() => {
    if (pushSupport() !== 'supported') return;
    void resumePush();
    const { serviceWorker } = navigator;
    const follow = ({ data }: MessageEvent<FromServiceWorker>) => {
      if (data === 'open-inbox') navigate(paths.inbox);
      if (data === 'resume-push') void resumePush();
    };
    serviceWorker.addEventListener('message', follow);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', follow);
  }, [navigate]);
  return null;
}
