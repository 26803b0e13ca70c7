// Reads the columns of numbers described in tools/command/packed_columns.h.

// Reads the numbers of a column into a typed array, each times `factor`. They are stored as
// differences from predictions: 7 bits per byte, lowest first, with the sign in the lowest bit.
// Doubles hold the sums, for numbers beyond 32 bits.
function readInto(values, bytes, {offset, order, group}, factor) {
  let at = offset;
  let last = 0;
  let lastButOne = 0;
  for (let k = 0; k < values.length; ++k) {
    let byte = bytes[at++];
    let number = byte & 0x7f;
    for (let weight = 128; byte >= 0x80; weight *= 128) {
      byte = bytes[at++];
      number += (byte & 0x7f) * weight;
    }
    number = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    const before = Math.min(k % group, order);
    if (before === 1) number += last;
    if (before === 2) number += 2 * last - lastButOne;
    lastButOne = last;
    last = number;
    values[k] = number * factor;
  }
  return values;
}

// Columns by name, each read on request.
export class Columns {
  constructor(bytes, columns) {
    this.bytes = bytes;
    this.columns = new Map(columns.map((column) => [column.name, column]));
  }

  scaleOf(name) { return this.columns.get(name).scale; }

  // The stored whole numbers, without the scale.
  numbers(name) {
    const column = this.columns.get(name);
    return readInto(new Float64Array(column.length), this.bytes, column, 1);
  }

  values(name) {
    const column = this.columns.get(name);
    return readInto(new Float32Array(column.length), this.bytes, column, column.scale);
  }
}
