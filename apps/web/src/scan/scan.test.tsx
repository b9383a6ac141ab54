import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ScanButton } from './scan-button.tsx';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A camera whose tracks remember whether they were stopped. */
function buildStream() {
  const stream = new MediaStream();
  const track = { stop: vi.fn(), getCapabilities: () => ({}) };
  return { stream: Object.assign(stream, tracksOf(track)), track };
}

function tracksOf(track: object) {
  return { getTracks: () => [track], getVideoTracks: () => [track] };
}

/** Installs a camera and a browser that sees these texts in every picture. */
function install(options: { camera: () => Promise<MediaStream>; sees?: () => readonly string[] }) {
  const getUserMedia = vi.fn(options.camera);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  class FakeDetector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => (options.sees?.() ?? []).map((rawValue) => ({ rawValue }));
  }
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  return getUserMedia;
}

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function start(refuse?: (text: string) => string | null) {
  const onRead = vi.fn();
  const user = userEvent.setup();
  render(<ScanButton onRead={onRead} refuse={refuse} />);
  await user.click(screen.getByRole('button', { name: 'Scan QR code' }));
  return { onRead, user };
}

const dialog = () => screen.queryByRole('dialog', { name: 'Scan a QR code' });

test('a code in front of the camera is read once; then the sheet closes and the camera is off', async () => {
  const { stream, track } = buildStream();
  const getUserMedia = install({ camera: async () => stream, sees: () => [ALICE] });
  const { onRead } = await start();
  await waitFor(() => expect(onRead).toHaveBeenCalledWith(ALICE));
  await waitFor(() => expect(track.stop).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(onRead).toHaveBeenCalledTimes(1);
  const [{ video, audio }] = getUserMedia.mock.calls[0] as unknown as [MediaStreamConstraints];
  expect([video, audio]).toEqual([expect.objectContaining({ facingMode: 'environment' }), false]);
});

test('while the browser asks for permission, the sheet says so', async () => {
  install({ camera: () => new Promise(() => {}) });
  await start();
  expect(await screen.findByText('Allow the camera if your browser asks.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeDefined();
});

test.each([
  ['NotAllowedError', 'The camera is off for Kax'],
  ['NotFoundError', 'We couldn’t find a camera'],
  ['NotReadableError', 'We couldn’t start the camera'],
])('after a %s, the sheet says what to do and can try again', async (name, title) => {
  const { stream } = buildStream();
  const camera = vi.fn<() => Promise<MediaStream>>();
  camera.mockRejectedValueOnce(new DOMException('', name)).mockResolvedValue(stream);
  install({ camera });
  const { user } = await start();
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Camera')).toBeDefined();
});

test('a browser without cameras offers a picture and no useless button', async () => {
  await start();
  expect(await screen.findByText('This browser can’t use a camera here')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('several codes at the same time are not chosen from', async () => {
  const { stream } = buildStream();
  install({ camera: async () => stream, sees: () => [ALICE, 'another'] });
  const { onRead } = await start();
  expect(await screen.findByText(/There are several codes/)).toBeDefined();
  expect(onRead).not.toHaveBeenCalled();
});

test('a code that cannot be used is explained, and the next one is read', async () => {
  const { stream } = buildStream();
  let text = 'https://example.com';
  install({ camera: async () => stream, sees: () => [text] });
  const { onRead } = await start((code) => (code === ALICE ? null : 'This isn’t an address.'));
  expect((await screen.findByRole('alert')).textContent).toBe('This isn’t an address.');
  text = ALICE;
  await waitFor(() => expect(onRead).toHaveBeenCalledWith(ALICE));
});

test('closing the sheet turns the camera off, also when it opens only afterwards', async () => {
  const { stream, track } = buildStream();
  let open = (_: MediaStream) => {};
  install({ camera: () => new Promise((resolve) => (open = resolve)) });
  const { user } = await start();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await act(async () => open(stream));
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('leaving the page or hiding it turns the camera off, and showing it turns it on again', async () => {
  const { stream, track } = buildStream();
  const getUserMedia = install({ camera: async () => stream });
  await start();
  await screen.findByLabelText('Camera');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(track.stop).toHaveBeenCalledTimes(1);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByLabelText('Camera');
  expect(getUserMedia).toHaveBeenCalledTimes(2);
  cleanup();
  expect(track.stop).toHaveBeenCalledTimes(2);
});

test('a chosen picture is read too, and one without a code says so', async () => {
  install({
    camera: () => Promise.reject(new DOMException('', 'NotFoundError')),
    sees: () => seen,
  });
  let seen: readonly string[] = [];
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => {} }));
  const { onRead, user } = await start();
  const input = await screen.findByLabelText<HTMLInputElement>('Picture of a QR code');
  const picture = new File([new Uint8Array(1)], 'code.png', { type: 'image/png' });
  await user.upload(input, picture);
  expect(await screen.findByText(/We couldn’t find a QR code in this picture/)).toBeDefined();
  seen = [ALICE];
  await user.upload(input, picture);
  await waitFor(() => expect(onRead).toHaveBeenCalledWith(ALICE));
});

test('a camera with a light can turn it on and off', async () => {
  const { stream, track } = buildStream();
  const applyConstraints = vi.fn(async () => {});
  Object.assign(track, { getCapabilities: () => ({ torch: true }), applyConstraints });
  install({ camera: async () => stream });
  const { user } = await start();
  await user.click(await screen.findByRole('button', { name: 'Turn on light' }));
  expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] });
  await user.click(await screen.findByRole('button', { name: 'Turn off light' }));
  expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] });
});
