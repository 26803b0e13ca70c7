// Colours. Those that carry a meaning are from the palette of Okabe and Ito, which people tell apart
// whatever colours they see.

export const STATE_COLORS = ["#7f848b", "#0072b2", "#d55e00"]; // open, sticking, sliding
export const SELECTED = "#f0e442";
export const ISLANDS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00",
  "#999999"];
export const GHOSTS = ["#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#0072b2"];
export const LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
export const LINES_DARK = ["#56b4e9", "#e69f00", "#2fc39a", "#e59cc4"];

export const THEMES = {
  light: {sky: "#f3f5f8", horizon: "#dfe5ec", fixed: "#c3c9d1", ground: "#e9edf2", grid: "#b4bec9",
    joint: "#33383f", normal: "#009e73",
    states: STATE_COLORS},
  dark: {sky: "#14171c", horizon: "#1d232b", fixed: "#5d6570", ground: "#1b2027", grid: "#3b4653",
    joint: "#e8ebef", normal: "#2fc39a",
    states: ["#a9b0b9", "#56b4e9", "#ff9d3c"]},
};

export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

// A number for people, to `digits` significant digits.
export function format(value, digits = 5) {
  if (!Number.isFinite(value)) return "-";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(Math.min(digits - 1, 3));
  return String(Number(value.toPrecision(digits)));
}
