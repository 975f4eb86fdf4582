-- pivot sales.csv --rows city,third --cols region --values 'max(rem),min(below),max(cents),max(pow),max(root),max(e),min(natural),min(decades),max(octaves),max(place),sum(place),max(later),min(earlier),mod(sum(units), 7),round(sqrt(max(revenue)), 3),add_months(max(date), count())' --let 'third = mod(units, 3)' --let 'rem = mod(revenue, 7)' --let 'below = mod(cost, -0.75)' --let 'cents = mod(revenue, units)' --let 'pow = power(revenue / 100, 3)' --let 'root = sqrt(revenue)' --let 'e = exp(units / 10)' --let 'natural = ln(revenue)' --let 'decades = log(cost)' --let 'octaves = log(units, 2)' --let "place = position(product, 'e')" --let 'later = add_months(date, units)' --let 'earlier = add_months(date, -13)'
with t as (
    select region, city, product, date, units, (units % 3 + 3) % 3 as third, revenue::decimal(18, 2) as revenue, cost::decimal(18, 2) as cost
    from sales
), g as (
    select grouping(city, third) as down, city, third, printf('%02d', dense_rank() over (order by grouping(region), region nulls last)) as place,
        max((revenue % 7 + 7) % 7) as m1, min(-((-cost % 0.75 + 0.75) % 0.75)) as m2, max(case when units <> 0 then (revenue % units + units) % units end) as m3, max(power(revenue / 100, 3)) as m4,
        max(case when revenue >= 0 then sqrt(revenue) end) as m5, max(exp(units / 10)) as m6, min(case when revenue > 0 then ln(revenue) end) as m7, min(case when cost > 0 then log10(cost) end) as m8, max(case when units > 0 then log2(units) end) as m9,
        max(instr(product, 'e')) as m10, sum(instr(product, 'e')) as m11, max(date + to_months(units::int))::date as m12, min(date - interval 13 months)::date as m13, (sum(units) % 7 + 7) % 7 as m14,
        round(case when max(revenue) >= 0 then sqrt(max(revenue)) end, 3) as m15, (max(date) + to_months(count(*)::int))::date as m16
    from t
    group by rollup(city, third), rollup(region)
)
select case down when 3 then 'Total' when 1 then coalesce(city, '(blank)') || ' total' else city end, columns(* exclude (down, city))
from (pivot g on place
    using first(m1) as m1, first(m2) as m2, first(m3) as m3, first(m4) as m4, first(m5) as m5, first(m6) as m6, first(m7) as m7, first(m8) as m8, first(m9) as m9, first(m10) as m10, first(m11) as m11, first(m12) as m12, first(m13) as m13, first(m14) as m14, first(m15) as m15, first(m16) as m16 group by down, city, third)
order by down = 3, city nulls last, down, third nulls last
