-- pivot sales.csv --rows city,kind --cols region --values 'min(first_f),max(coal),min(lea),max(gre),max(rou),max(tens),min(absr),min(flo),max(cei),max(low),max(tri),max(rig),max(mids),max(rep),count() where has,max(con),max(days),max(weeks),max(quarters),max(years),sum(length)' --let 'kind = if(units > 10, upper(product), if(units < 3, left(region, 1)))' --let 'first_f = if(revenue > cost, revenue - cost, 0)' --let 'coal = coalesce(revenue, cost, 0)' --let 'lea = least(revenue, cost, units)' --let 'gre = greatest(revenue, cost, units)' --let 'rou = round(revenue * cost, 1)' --let 'tens = round(revenue, -2)' --let 'absr = abs(revenue)' --let 'flo = floor(revenue)' --let 'cei = ceil(revenue / 7)' --let 'low = lower(product)' --let 'tri = trim(product & left(city, 0))' --let 'rig = right(product, 3)' --let 'mids = mid(product, 2, 3)' --let 'rep = replace(product, mid(product, 3, 1), city)' --let 'has = contains(product, right(city, 1))' --let 'con = concat(product, left(city, 1), region)' --let 'days = datediff(date, 2025-01-01)' --let 'weeks = datediff(date, 2025-01-01, week)' --let 'quarters = datediff(date, 2025-01-01, quarter)' --let 'years = datediff(date, 2025-01-01, year)' --let 'length = len(city)'
with t as (
    select *, case when units > 10 then upper(product) when units < 3 then left(region, 1) end as kind
    from sales
), g as (
    select grouping(city, kind) as down, city, kind, printf('%02d', dense_rank() over (order by grouping(region), region nulls last)) as place,
        min(case when revenue > cost then revenue - cost else 0 end) as m1, max(coalesce(revenue, cost, 0)) as m2, min(least(revenue, cost, units)) as m3, max(greatest(revenue, cost, units)) as m4, max(round(revenue::decimal(18, 2) * cost::decimal(18, 2), 1)) as m5,
        max(round(revenue, -2)) as m6, min(abs(revenue)) as m7, min(floor(revenue)) as m8, max(ceil(revenue / 7)) as m9, max(lower(product)) as m10,
        max(trim(product || left(city, 0))) as m11, max(right(product, 3)) as m12, max(product[2:4]) as m13, max(replace(product, product[3], city)) as m14, count(*) filter (contains(product, right(city, 1))) as m15,
        max(concat(product, left(city, 1), region)) as m16, max(date '2025-01-01' - date) as m17, max((date_trunc('week', date '2025-01-01')::date - date_trunc('week', date)::date) // 7) as m18, max(date_diff('quarter', date, date '2025-01-01')) as m19, max(date_diff('year', date, date '2025-01-01')) as m20,
        sum(length(city)) as m22
    from t
    group by rollup(city, kind), rollup(region)
)
select case down when 3 then 'Total' when 1 then coalesce(city, '(blank)') || ' total' else city end, columns(* exclude (down, city))
from (pivot g on place
    using first(m1) as m1, first(m2) as m2, first(m3) as m3, first(m4) as m4, first(m5) as m5, first(m6) as m6, first(m7) as m7, first(m8) as m8, first(m9) as m9, first(m10) as m10, first(m11) as m11, first(m12) as m12, first(m13) as m13, first(m14) as m14, first(m15) as m15, first(m16) as m16, first(m17) as m17, first(m18) as m18, first(m19) as m19, first(m20) as m20, first(m22) as m22 group by down, city, kind)
order by down = 3, city nulls last, down, kind nulls last
