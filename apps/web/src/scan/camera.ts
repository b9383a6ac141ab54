/** Why there is no picture of the camera. */
export type CameraProblem =
  /** The user or the browser doesn't allow it. */
  | 'denied'
  | 'no-camera'
  /** Another program has it, or it failed. */
  | 'busy'
  /** The browser has no cameras for pages, or not for one without TLS. */
  | 'unsupported';

export type OpenedCamera =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly problem: CameraProblem };

/** Asks for the camera, on phones the one at the back. */
export async function openCamera(): Promise<OpenedCamera> {
  // Pages that aren't secure have none, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return { ok: false, problem: 'unsupported' };
  try {
    const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
    return { ok: true, stream: await devices.getUserMedia({ video, audio: false }) };
  } catch (cause) {
    return { ok: false, problem: problemOf(cause) };
  }
}

/** Turns the camera off, with its light. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** @returns whether this camera has a light that a page may turn on. */
export function hasLight(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  // Not in every browser.
  return track !== undefined && 'torch' in (track.getCapabilities?.() ?? {});
}

/** @returns false when the camera refused. */
export async function switchLight(stream: MediaStream, isOn: boolean): Promise<boolean> {
  // `torch` is of https://w3c.github.io/mediacapture-image and missing in the type library.
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: isOn };
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint] });
    return true;
  } catch {
    return false;
  }
}

function problemOf(cause: unknown): CameraProblem {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-camera';
  return 'busy';
}
