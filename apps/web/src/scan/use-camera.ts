import { useEffect, useState } from 'react';
import { type CameraProblem, closeCamera, openCamera } from './camera.ts';

export type CameraState =
  /** The browser may be asking for permission. */
  | { readonly at: 'opening' }
  | { readonly at: 'on'; readonly stream: MediaStream }
  /** The page is in the background, where nothing is watched. */
  | { readonly at: 'paused' }
  | { readonly at: 'failed'; readonly problem: CameraProblem };

/**
 * Keeps the camera on while it's wanted and the page is visible, and never after.
 * @returns its state, and how to try again after a failure
 */
export function useCamera(isWanted: boolean): {
  readonly camera: CameraState;
  readonly retry: () => void;
} {
  const [camera, setCamera] = useState<CameraState>({ at: 'opening' });
  const [attempt, setAttempt] = useState(0);
  const isVisible = useIsVisible();
  const isOn = isWanted && isVisible;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it again
  useEffect(() => {
    if (!isOn) {
      setCamera((last) => (last.at === 'failed' ? last : { at: 'paused' }));
      return;
    }
    let stream: MediaStream | null = null;
    let isOver = false;
    setCamera({ at: 'opening' });
    void openCamera().then((opened) => {
      if (isOver) {
        if (opened.ok) closeCamera(opened.stream);
      } else if (opened.ok) {
        stream = opened.stream;
        setCamera({ at: 'on', stream });
      } else {
        setCamera({ at: 'failed', problem: opened.problem });
      }
    });
    return () => {
      isOver = true;
      if (stream !== null) closeCamera(stream);
    };
  }, [isOn, attempt]);

  return { camera, retry: () => setAttempt((count) => count + 1) };
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(!document.hidden);
  useEffect(() => {
    const update = () => setIsVisible(!document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isVisible;
}
