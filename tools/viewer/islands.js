// Islands: bodies that are connected through joints and contacts with a force.

// The island number of each body, -1 for isolated and static bodies. An island is numbered by its
// first body, so that its number does not change when other islands come and go.
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
