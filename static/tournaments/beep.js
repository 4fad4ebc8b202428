// Three short tones, made by the browser itself.

const TONES = 3;
const APART = 0.35; // seconds
const LENGTH = 0.2;
const HERTZ = 880;
const LOUD = 0.4;
const NOTHING = 0.0001; // a tone can't fade to zero itself
let sounds = null;

// Browsers make sounds only after the page was touched: this is called then.
export function wake() {
  sounds ??= new AudioContext();
  if (sounds.state === "suspended") sounds.resume();
}

export function beep() {
  // On a page that nobody has touched yet it would come whenever that happens.
  if (navigator.userActivation?.hasBeenActive === false) return;
  wake();
  for (let tone = 0; tone < TONES; tone++) {
    const from = sounds.currentTime + tone * APART;
    const volume = new GainNode(sounds);
    volume.gain.setValueAtTime(LOUD, from);
    volume.gain.exponentialRampToValueAtTime(NOTHING, from + LENGTH);
    const source = new OscillatorNode(sounds, { frequency: HERTZ });
    source.connect(volume).connect(sounds.destination);
    source.start(from);
    source.stop(from + LENGTH);
  }
}
