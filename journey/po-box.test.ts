/** Tests of PO boxes and private bags, and of addresses that only look like them. */
import { expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import { isPoBox } from './po-box.ts'

it.each([
  ...texts(`
    PO Box 23226 | P.O. Box 12 | P O Box 12 | po box12 | Private Bag 92019 | c/- PO Box 4
    C/O P.O. Box 4 | c/- Box 4 | Smith Family Trust PO Box 4 | PO Box | P.0. Box 4 | PO-Box 4
    P/O Box 4 | GPO Box 4 | G.P.O. Box 4 | P.O. Bx. 4 | POB 4 | Post Box 4 | Postbox 4 | Postal Box 4
    Post Office Bx 4 | Private Box 4 | Mail Box 4 | Box 4 | Box No. 4, Albany | Box #4 | Bag 92019
    Locked Bag 4 | Locked Mail Bag 4 | Private Mail Bag 4 | P Bag 4 | PMB 4 | CMB A12
    Community Mail Bag 4 | Private Bag MBE 4 | Counter Delivery | Poste Restante
    c/- Post Office, Albany | C/- NZ Post Shop | Freepost 1234 | Pouaka Poutāpeta 4 | ＰＯ Ｂｏｘ ４
    P\u200bO B\u00adox 4 | PO\u00a0Box\u00a04 | P. O. Box 12 | P.O.Box 117 | POBox 117 | PRIVATE  BAG 3
    Jane Smith, PO Box 4 | Attn: Jane - P O Box 4 | 12 Queen Street, PO Box 4 | PO Box 4, Albany
    PO  BOX: 4 | PO Bx 4 | P.O.B. 4 | P.M.B. 4 | BX 4 | Counter Delivery, Albany PostShop | CMB 4
    Private Bag, Albany | Pvt Bag 4 | Pte Bag 4 | Postal Bag 4 | Post Bag 4 | Postbag 4 | Post Office Bag 4
    P·O· Box 4 | P\\O Box 4 | P'O Box 4 | CPO Box 4 | C.P.O. Box 4 | c\\o Box 4 | care of Box 4 | DX Box EP123
    DX CP30001 | Jane Smith, DX CP30001 | Pte Box 4
    Post Restante | Counter Deliveries | Pouaka Motuhake 4 | Pēke Motuhake 4 | c/- NZ Post
    P Box 4 | Private Letter Box 4 | C/O New Zealand Post, Albany | c/- Postmaster, Albany
  `),
  ' Post Office Box 4',
])('[CAR-09] %s is no overnight address', line => {
  expect(isPoBox(line)).toBe(true)
})

it.each([
  ...texts(`
    88 Remuera Road | 12 Box Hill | Box Cottage, 4 Main Road | 3 Post Office Road | Poboxa Lodge
    P O Boxer Lane | Private Baggage Lane 2 | Box Hill | 4 Postmans Road | 12 Post Office Lane
    4 Post Box Lane | 4 Mail Box Road | 12 Private Bag Lane | 7 Letterbox Lane | 3 Counter Street
    3 Counter Delivery Road | 9 Boxwood Place | 9 Bagot Street | Bag End, 3 Hill Road
    Horse Box Cottage, 4 Main Road | Pouaka Road 4 | Flat 2, 12 Freeposter Way
    Above the Post Shop, 12 Main Road | C/12 Box Street | 12 Box Hill Road | Box Hill Road 12
    Postmans Road 4 | 12 Mailman Road | 5 Pobox Road | 12 Smith Road RD 3 | Unit 3/210 Dominion Road
    4 Poste Street | 1 Private Road | 12 P O Connor Road | 12 Post Bag Lane | 12 P O'Boxer Road
    c/- Post Family, 12 Main Road | 12 Pouaka Street | 3 CPO Square | 4 Private Box Crescent | 12 Dx Road | Unit DX2, 12 Queen Street
  `),
  '',
])('[CAR-09] %j can be an overnight address', line => {
  expect(isPoBox(line)).toBe(false)
})
