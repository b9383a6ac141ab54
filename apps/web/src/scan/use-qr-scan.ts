import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { loadQrReader } from './load-qr-reader.ts';
import type { ReadQrCodes } from './qr-reader.ts';

/** What was last found and not used. */
export type ScanProblem =
  | { readonly at: 'several' }
  | { readonly at: 'refused'; readonly sentence: string }
  /** Only of a chosen picture: the camera just keeps looking. */
  | { readonly at: 'nothing' }
  | { readonly at: 'no-picture' }
  /** The reader could not be loaded. */
  | { readonly at: 'no-reader' };

interface ScanOptions {
  isOpen: boolean;
  /** @returns why a text can't be used; null accepts it */
  refuse: (text: string) => string | null;
  onRead: (text: string) => void;
}

/** Between two looks at the camera's picture: often enough to feel immediate, and the phone stays cool. */
const LOOK_EVERY_MS = 150;

/**
 * Looks for a QR code in the camera's picture, and in pictures that the user chooses.
 * @param stream what the video shows; null while the camera is off
 */
export function useQrScan(stream: MediaStream | null, options: ScanOptions) {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<ScanProblem | null>(null);
  const load = useReader(() => setProblem({ at: 'no-reader' }));
  const latest = useRef(options);
  latest.current = options;
  const isDone = useRef(false);

  /** Uses what was found, once and only while the sheet is open: a large picture takes a moment to read. */
  function take(texts: readonly string[]) {
    const [text] = texts;
    const { isOpen, refuse, onRead } = latest.current;
    if (text === undefined || !isOpen || isDone.current) return;
    if (texts.length > 1) return setProblem({ at: 'several' });
    const sentence = refuse(text);
    if (sentence !== null) return setProblem({ at: 'refused', sentence });
    isDone.current = true;
    onRead(text);
  }

  useLooking({ videoRef, stream, load, take });

  async function readPicture(file: File) {
    const read = await load();
    if (read === null) return;
    const picture = await createImageBitmap(file).catch(() => null);
    if (picture === null) return setProblem({ at: 'no-picture' });
    const texts = await read(picture).catch(() => []);
    picture.close();
    if (texts.length === 0) setProblem({ at: 'nothing' });
    else take(texts);
  }

  return { videoRef, problem, readPicture };
}

/** @returns a stable function that loads the reader when it is first needed; again after a failure */
function useReader(onFailure: () => void) {
  const loading = useRef<Promise<ReadQrCodes | null> | null>(null);
  const fail = useRef(onFailure);
  fail.current = onFailure;
  return useCallback(() => {
    loading.current ??= loadQrReader().catch(() => {
      loading.current = null;
      fail.current();
      return null;
    });
    return loading.current;
  }, []);
}

interface Looking {
  videoRef: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  load: () => Promise<ReadQrCodes | null>;
  take: (texts: readonly string[]) => void;
}

/** Shows the camera in the video and looks at it again and again while it's on. */
function useLooking({ videoRef, stream, load, take }: Looking): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const video = videoRef.current;
    if (stream === null || video === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isOver = false;
    video.srcObject = stream;
    // A browser that plays nothing by itself shows the first picture, and that is looked at too.
    video.play().catch(() => {});

    async function look(read: ReadQrCodes, shown: HTMLVideoElement) {
      // A frame that could not be read is followed by the next one.
      const texts = await read(shown).catch(() => []);
      if (isOver) return;
      latest.current(texts);
      timer = setTimeout(() => void look(read, shown), LOOK_EVERY_MS);
    }
    void load().then((read) => {
      if (read !== null && !isOver) void look(read, video);
    });
    return () => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
      video.srcObject = null;
    };
  }, [stream, videoRef, load]);
}
