import { t } from '#language/t';
import './scan-sheet.css';
import { CameraOff, Flashlight, Image } from 'lucide-react';
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type CameraProblem, hasLight, switchLight } from './camera.ts';
import { type CameraState, useCamera } from './use-camera.ts';
import { type ScanProblem, useQrScan } from './use-qr-scan.ts';

interface ScanSheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** @returns why a text can't be used, as a sentence; null accepts it */
  refuse: (text: string) => string | null;
  onRead: (text: string) => void;
}

/** Reads a QR code with the camera, or from a picture. */
export default function ScanSheet({ isOpen, onClose, refuse, onRead }: ScanSheetProps) {
  const { camera, retry } = useCamera(isOpen);
  const stream = camera.at === 'on' ? camera.stream : null;
  const { videoRef, problem, readPicture } = useQrScan(stream, { isOpen, refuse, onRead });
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Scan a QR code')}
      footer={
        <>
          <PictureButton onChoose={(file) => void readPicture(file)} />
          {stream && hasLight(stream) ? <LightButton stream={stream} /> : null}
        </>
      }
    >
      <CameraView camera={camera} videoRef={videoRef} onRetry={retry} />
      {problem === null ? null : (
        <Notice tone="warn" isAlert>
          {sentenceOf(problem)}
        </Notice>
      )}
      {camera.at === 'failed' ? null : (
        <p className="scan-hint">
          {t('Hold the code inside the frame. We read addresses and payment links.')}
        </p>
      )}
    </Modal>
  );
}

interface CameraViewProps {
  camera: CameraState;
  videoRef: RefObject<HTMLVideoElement | null>;
  onRetry: () => void;
}

function CameraView({ camera, videoRef, onRetry }: CameraViewProps) {
  if (camera.at === 'failed') {
    const { title, text } = textByProblem[camera.problem];
    return (
      <div className="scan-view scan-view--off" role="alert">
        <CameraOff className="icon" size={28} aria-hidden="true" />
        <b>{title}</b>
        <p>{text}</p>
        {camera.problem === 'unsupported' ? null : (
          <Button size="sm" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="scan-view">
      {camera.at === 'on' ? (
        <>
          <video ref={videoRef} aria-label={t('Camera')} muted playsInline autoPlay />
          <span className="scan-view__frame" aria-hidden="true" />
        </>
      ) : null}
      {camera.at === 'opening' ? (
        <div className="scan-view__waiting" role="status">
          <Spinner size={24} />
          {t('Allow the camera if your browser asks.')}
        </div>
      ) : null}
    </div>
  );
}

const textByProblem: Readonly<Record<CameraProblem, { title: string; text: string }>> = {
  denied: {
    title: t('The camera is off for Kax'),
    text: t(
      'Allow the camera in your browser’s settings for this site, then try again. Or choose a picture of the code.',
    ),
  },
  'no-camera': {
    title: t('We couldn’t find a camera'),
    text: t('Connect one and try again, or choose a picture of the code.'),
  },
  busy: {
    title: t('We couldn’t start the camera'),
    text: t(
      'Another app may be using it. Close that app and try again, or choose a picture of the code.',
    ),
  },
  unsupported: {
    title: t('This browser can’t use a camera here'),
    text: t('Choose a picture of the code instead, such as a screenshot.'),
  },
};

function sentenceOf(problem: ScanProblem): string {
  switch (problem.at) {
    case 'several':
      return t('There are several codes. Show only the one you want to use.');
    case 'refused':
      return problem.sentence;
    case 'nothing':
      return t('We couldn’t find a QR code in this picture. Choose one that shows the whole code.');
    case 'no-picture':
      return t('We couldn’t open this file. Choose a picture, such as a PNG or JPEG.');
    case 'no-reader':
      return t(
        'We couldn’t load what reads QR codes. Check your connection, close this and try again.',
      );
  }
}

function PictureButton({ onChoose }: { onChoose: (file: File) => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // The same picture can be chosen again.
    event.target.value = '';
    if (file) onChoose(file);
  }
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('Picture of a QR code')}
        onChange={choose}
      />
      <Button
        size="lg"
        className="scan-foot"
        icon={<Image className="icon" size={16} aria-hidden="true" />}
        onClick={() => inputRef.current?.click()}
      >
        {t('Choose a picture')}
      </Button>
    </>
  );
}

function LightButton({ stream }: { stream: MediaStream }) {
  const [isOn, setIsOn] = useState(false);
  async function toggle() {
    if (await switchLight(stream, !isOn)) setIsOn(!isOn);
  }
  return (
    <Button
      size="lg"
      className="scan-foot"
      icon={<Flashlight className="icon" size={16} aria-hidden="true" />}
      onClick={() => void toggle()}
    >
      {isOn ? t('Turn off light') : t('Turn on light')}
    </Button>
  );
}
