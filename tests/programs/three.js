// three.js: geometry, matrices, curves, ray casting; no canvas.
const THREE = require('./node_modules/three/build/three.cjs');
console.log(THREE.REVISION);
const f = (x) => (Array.isArray(x) || ArrayBuffer.isView(x) ? Array.from(x, (v) => +v.toFixed(5)) : +x.toFixed(5));
const show = (name, ...v) => console.log(name, JSON.stringify(v));
for (const [name, g] of Object.entries({ box: new THREE.BoxGeometry(1, 2, 3, 2, 2, 2), sphere: new THREE.SphereGeometry(2, 24, 16), knot: new THREE.TorusKnotGeometry(1, 0.3, 64, 8), ico: new THREE.IcosahedronGeometry(1, 3), lathe: new THREE.LatheGeometry([new THREE.Vector2(0, 0), new THREE.Vector2(1, 1), new THREE.Vector2(0.5, 2)], 12), cyl: new THREE.CylinderGeometry(1, 2, 3, 16) })) {
  g.computeVertexNormals(); g.computeBoundingBox(); g.computeBoundingSphere();
  let sum = 0;
  for (const v of g.attributes.position.array) sum += Math.abs(v);
  show(name, g.attributes.position.count, g.index ? g.index.count : 0, f(g.boundingBox.min.toArray()), f(g.boundingBox.max.toArray()), f(g.boundingSphere.radius), f(sum), f(g.attributes.normal.array.slice(0, 6)));
}
const shape = new THREE.Shape().moveTo(0, 0).lineTo(2, 0).bezierCurveTo(3, 1, 1, 2, 2, 3).quadraticCurveTo(1, 4, 0, 3);
shape.holes.push(new THREE.Path().absarc(1, 1, 0.3, 0, Math.PI * 2));
const extruded = new THREE.ExtrudeGeometry(shape, { depth: 1, bevelEnabled: true, steps: 2 });
show('extrude', extruded.attributes.position.count, f(THREE.ShapeUtils.area(shape.getPoints())));
const m = new THREE.Matrix4().compose(new THREE.Vector3(1, 2, 3), new THREE.Quaternion().setFromEuler(new THREE.Euler(0.1, 0.2, 0.3, 'YXZ')), new THREE.Vector3(1, 2, 1));
const inv = m.clone().invert();
show('matrix', f(m.elements), f(m.determinant()), f(m.clone().multiply(inv).elements));
const p = new THREE.Vector3(), q = new THREE.Quaternion(), s = new THREE.Vector3();
m.decompose(p, q, s);
show('decompose', f(p.toArray()), f(q.toArray()), f(s.toArray()), f(q.slerp(new THREE.Quaternion(0, 1, 0, 0), 0.25).toArray()));
const curve = new THREE.CatmullRomCurve3([0, 1, 2, 3].map((i) => new THREE.Vector3(i, i * i, -i)), true);
show('curve', f(curve.getLength()), curve.getSpacedPoints(5).map((v) => f(v.toArray())), f(curve.getTangentAt(0.3).toArray()));
const scene = new THREE.Scene(), group = new THREE.Group();
for (let i = 0; i < 20; i++) { const mesh = new THREE.Mesh(new THREE.SphereGeometry(0.5, 12, 8), new THREE.MeshBasicMaterial({ color: new THREE.Color().setHSL(i / 20, 0.6, 0.5) })); mesh.position.set(Math.cos(i) * 5, Math.sin(i * 2) * 2, Math.sin(i) * 5); mesh.name = 'm' + i; group.add(mesh); }
group.rotation.y = 0.5;
scene.add(group);
scene.updateMatrixWorld(true);
const camera = new THREE.PerspectiveCamera(60, 1.5, 0.1, 100);
camera.position.set(0, 3, 15);
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld();
const ray = new THREE.Raycaster();
let hits = [];
for (let x = -0.9; x < 1; x += 0.2) for (let y = -0.5; y < 0.6; y += 0.25) { ray.setFromCamera(new THREE.Vector2(x, y), camera); hits.push(...ray.intersectObjects(scene.children, true).map((h) => h.object.name + ':' + f(h.distance))); }
show('hits', hits.length, hits.slice(0, 12));
const frustum = new THREE.Frustum().setFromProjectionMatrix(new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
show('visible', group.children.filter((c) => frustum.intersectsObject(c)).length, f(new THREE.Vector3(1, 1, 1).project(camera).toArray()));
const json = scene.toJSON();
show('json', json.geometries.length, json.object.children[0].children.length, JSON.stringify(json, (k, v) => (typeof v === 'number' ? f(v) : v)).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'uuid').length);
const mixer = new THREE.AnimationMixer(group);
mixer.clipAction(new THREE.AnimationClip('move', 2, [new THREE.VectorKeyframeTrack('.position', [0, 1, 2], [0, 0, 0, 1, 2, 3, 0, 0, 0]), new THREE.QuaternionKeyframeTrack('.quaternion', [0, 2], [0, 0, 0, 1, 0, 1, 0, 0])])).play();
mixer.update(0.75);
show('animation', f(group.position.toArray()), f(group.quaternion.toArray()));
show('colour', new THREE.Color('rebeccapurple').getHexString(), f(new THREE.Color(0x336699).getHSL({}).h), new THREE.Color('hsl(120, 50%, 50%)').getStyle());
