// How far off a time is, in words. A page has the same bytes for everybody; these words are the reader's own clock's.

const STEPS_OF_TIME = [["day", 86_400_000, 2], ["hour", 3_600_000, 2], ["minute", 60_000, 0]];

/** " (in 2 days)"; nothing for a time that has passed long ago. */
function farOff(text, now) {
  const left = new Date(text).getTime() - new Date(now).getTime();
  if (Number.isNaN(left) || left < -86_400_000) return "";
  if (left < 0) return " (passed)";
  const [unit, long] = STEPS_OF_TIME.find(([, size, least]) => left >= size * least);
  return ` (${new Intl.RelativeTimeFormat("en-GB").format(Math.floor(left / long), unit)})`;
}
