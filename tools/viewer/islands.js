// Which bodies hang together through contacts with a force and through joints: islands.

// The number of the island of each body, -1 of those that nothing touches and of static ones.
// An island keeps its number, that of its first body, while others come and go.
export function findIslands(data, frame) {
  const parent = data.bodies.map((body, index) => index);
  const find = (body) => {
    while (parent[body] !== body) body = parent[body] = parent[parent[body]];
    return body;
  };
  const touched = new Set();
  const join = (a, b) => {
    for (const body of [a, b]) if (body >= 0 && data.slots[body] >= 0) touched.add(body);
    if (a < 0 || b < 0 || data.slots[a] < 0 || data.slots[b] < 0) return;
    const [low, high] = [find(a), find(b)].sort((x, y) => x - y);
    parent[high] = low;
  };
  const {begin, end} = data.contactsAt(frame);
  for (let i = begin; i < end; ++i) {
    if (data.contacts.normalForce[i] > 0) join(data.contacts.a[i], data.contacts.b[i]);
  }
  for (const joint of data.run.joints) join(joint.parent, joint.child);
  return parent.map((_, body) => (touched.has(body) ? find(body) : -1));
}
