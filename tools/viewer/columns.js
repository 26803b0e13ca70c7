// The columns of numbers that tools/command/packed_columns.h describes.

// The differences as they were written: 7 bits a byte, low ones first, the sign in the lowest bit.
// Numbers beyond 32 bits are put together as doubles.
function readDifferences(bytes, column) {
  const values = new Float64Array(column.length);
  let at = column.offset;
  for (let k = 0; k < column.length; ++k) {
    let byte = bytes[at++];
    let number = byte & 0x7f;
    for (let factor = 128; byte >= 0x80; factor *= 128) {
      byte = bytes[at++];
      number += (byte & 0x7f) * factor;
    }
    values[k] = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
  return values;
}

// The whole numbers of a column.
function readNumbers(bytes, column) {
  const values = readDifferences(bytes, column);
  if (column.order === 0) return values;
  for (let k = 0; k < values.length; ++k) {
    const before = Math.min(k % column.group, column.order);
    if (before === 1) values[k] += values[k - 1];
    if (before === 2) values[k] += 2 * values[k - 1] - values[k - 2];
  }
  return values;
}

// All columns by their names: {numbers, scale}.
export function readColumns(bytes, columns) {
  const byName = {};
  for (const column of columns) {
    byName[column.name] = {numbers: readNumbers(bytes, column), scale: column.scale};
  }
  return byName;
}
