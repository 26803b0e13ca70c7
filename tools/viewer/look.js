// Colours. Those with a meaning are from the palette of Okabe and Ito, which people with any type of
// colour vision can distinguish.

export const SELECTED = "#f0e442";
// Without grey, which is the colour of bodies in no island.
export const ISLANDS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"];
export const GHOSTS = ["#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#0072b2"];
export const LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
export const LINES_DARK = ["#56b4e9", "#e69f00", "#2fc39a", "#e59cc4"];

// `states`: contacts that are open, sticking, sliding.
export const THEMES = {
  light: {sky: "#f3f5f8", horizon: "#dfe5ec", fixed: "#c3c9d1", ground: "#e9edf2", grid: "#b4bec9",
    joint: "#33383f", normal: "#009e73",
    states: ["#7f848b", "#0072b2", "#d55e00"]},
  dark: {sky: "#14171c", horizon: "#1d232b", fixed: "#5d6570", ground: "#1b2027", grid: "#3b4653",
    joint: "#e8ebef", normal: "#2fc39a",
    states: ["#a9b0b9", "#56b4e9", "#ff9d3c"]},
};

// The relative luminance of a colour (WCAG 2).
function luminance(color) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const DARK_TEXT = "#14171c";
const LIGHT_TEXT = "#ffffff";

// A label on a coloured background, with dark or light text, whichever has more contrast.
export function makeChip(text, tint) {
  const contrast = (color) => {
    const [dim, bright] = [tint, color].map(luminance).sort((a, b) => a - b);
    return (bright + 0.05) / (dim + 0.05);
  };
  const ink = contrast(DARK_TEXT) > contrast(LIGHT_TEXT) ? DARK_TEXT : LIGHT_TEXT;
  return `<span class="chip" style="--tint:${tint};--ink:${ink}">${escapeHtml(text)}</span>`;
}

// 1st, 2nd, 3rd, 4th, ... 11th, ... 21st
export function formatOrdinal(number) {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return number + ((!isTeen && ["th", "st", "nd", "rd"][number % 10]) || "th");
}

// "1 warning", "2 warnings"
export const formatCount = (count, one, several) => `${count} ${count === 1 ? one : several}`;

export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

// A number for display, to `digits` significant digits (at most 4 if very large, 3 if very small).
export function format(value, digits = 5) {
  if (!Number.isFinite(value)) return "-";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6) return value.toExponential(Math.min(digits - 1, 3));
  if (size < 1e-4) return value.toExponential(Math.min(digits - 1, 2));
  return String(Number(value.toPrecision(digits)));
}
